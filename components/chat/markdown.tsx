'use client';

import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { CitationLink } from './citation-link.tsx';
import { splitMarkdownBlocks } from './markdown-blocks.ts';
import { rehypeCitations } from './rehype-citations.ts';
import { keepSafeUrl, remarkPlugins, SafeLink, safeComponents } from './safe-markdown.tsx';

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

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <div className="prose-block">
      <ReactMarkdown
        remarkPlugins={remarkPlugins}
        rehypePlugins={rehypePlugins}
        components={components}
        urlTransform={keepUrl}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
});

/** The agent's words. Parsed block by block, so that a long answer costs only its last block at each delta. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  const blocks = useMemo(() => splitMarkdownBlocks(text), [text]);
  return (
    <div className="prose">
      {blocks.map((block, place) => {
        // Blocks only ever grow at the end: their place is their identity.
        const key = `${place}`;
        return <Block key={key} text={block} />;
      })}
    </div>
  );
});
