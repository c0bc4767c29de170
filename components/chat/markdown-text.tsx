'use client';

import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { SafeLink } from '../ui/safe-link.tsx';
import { CitationLink } from './citation-link.tsx';
import { rehypeCitations } from './rehype-citations.ts';
import { keepSafeUrl, remarkPlugins, safeComponents } from './safe-markdown.tsx';

/** Citations are links within the page. */
const keepUrl = (url: string): string => (url.startsWith('#art_') ? url : keepSafeUrl(url));

const components: Components = {
  ...safeComponents,
  a: ({ href, children }) => {
    if (href?.startsWith('#art_')) return <CitationLink hash={href} text={String(children)} />;
    return <SafeLink href={href}>{children}</SafeLink>;
  },
};

const rehypePlugins = [rehypeCitations];

/** Part of the agent's text, rendered as markdown. */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={components}
      urlTransform={keepUrl}
    >
      {text}
    </ReactMarkdown>
  );
});
