'use client';

import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CitationLink } from './citation-link.tsx';
import { CodeFence } from './code-fence.tsx';
import { splitMarkdownBlocks } from './markdown-blocks.ts';
import { rehypeCitations } from './rehype-citations.ts';

const safeLink = /^(?:https?:|mailto:)/i;

/** Only what leads to a known kind of place stays a link; citations are links within the page. */
const keepUrl = (url: string): string => (safeLink.test(url) || url.startsWith('#art_') ? url : '');

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

const components: Components = {
  a: ({ href, children }) => {
    if (href?.startsWith('#art_')) return <CitationLink hash={href} text={String(children)} />;
    if (!href) return <>{children}</>;
    return (
      <a className="link" href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    );
  },
  // A remote image would tell its host who reads this, and could carry data out in its address.
  img: ({ src, alt }) => {
    if (typeof src !== 'string' || src === '') return <span className="external">{alt}</span>;
    return (
      <span className="external">
        external image: {hostOf(src)}{' '}
        <a className="link" href={src} target="_blank" rel="noopener noreferrer nofollow ugc">
          {alt || 'open'}
        </a>
      </span>
    );
  },
  pre: ({ children }) => <CodeFence>{children}</CodeFence>,
  table: ({ children }) => (
    <div className="table-scroll">
      <table>{children}</table>
    </div>
  ),
};

const remarkPlugins = [remarkGfm];
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
