'use client';

import { limits } from '#lib/core/limits.ts';
import type { RichViewProps } from '../viewer.ts';
import { WholeText } from '../whole-text.tsx';
import { DocumentPane } from './document-pane.tsx';
import { readMarkdown } from './read-document.ts';

/** Markdown as a page: no HTML from it, and nothing is fetched. */
export function MarkdownView({ baseUrl, metadata }: RichViewProps) {
  return (
    <WholeText
      baseUrl={baseUrl}
      metadata={metadata}
      viewName="page"
      maxBytes={limits.pageBytes}
      read={readMarkdown}
    >
      {(document) => <DocumentPane document={document} />}
    </WholeText>
  );
}
