'use client';

import { memo, useId } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { parseFileHash } from '../artifacts/text/file-hash.ts';
import { PathLink } from '../artifacts/text/path-link.tsx';
import { boundNesting } from './bound-nesting.ts';
import { CitationLink } from './citation-link.tsx';
import { footnotePrefix } from './prose/footnote-link.tsx';
import { rehypeCitations } from './rehype-citations.ts';
import { rehypePaths } from './rehype-paths.ts';
import { keepSafeUrl, remarkPlugins, safeComponents } from './safe-markdown.tsx';

/** Citations and places in files are links within the page. */
const keepUrl = (url: string): string => (/^#(?:art_|file:)/.test(url) ? url : keepSafeUrl(url));

const components: Components = {
  ...safeComponents,
  a: (props) => {
    const { href = '', children } = props;
    if (href.startsWith('#art_')) return <CitationLink hash={href} text={String(children)} />;
    const location = parseFileHash(href);
    if (location) return <PathLink location={location}>{children}</PathLink>;
    const Link = safeComponents.a;
    return typeof Link === 'function' ? <Link {...props} /> : null;
  },
};

const rehypePlugins = [rehypeCitations, rehypePaths];

/** Part of the agent's text, rendered as markdown. */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  'use memo';
  const id = useId();
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      remarkRehypeOptions={{ clobberPrefix: footnotePrefix(id) }}
      rehypePlugins={rehypePlugins}
      components={components}
      urlTransform={keepUrl}
    >
      {boundNesting(text)}
    </ReactMarkdown>
  );
});
