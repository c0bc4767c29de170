'use client';

import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { formatBytes } from '../../lib/core/format-bytes.ts';
import { CitationLink } from './citation-link.tsx';
import { divideBlock } from './divide-block.ts';
import { splitMarkdownBlocks } from './markdown-blocks.ts';
import { rehypeCitations } from './rehype-citations.ts';
import { keepSafeUrl, remarkPlugins, SafeLink, safeComponents } from './safe-markdown.tsx';
import { useShownParts } from './use-shown-parts.ts';

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

/**
 * The agent's words. Parsed block by block, so that a long answer costs only its last block at each delta; of a very long one
 * the last part is there first.
 */
export const Markdown = memo(function Markdown(props: {
  text: string;
  /** Left out while it streams. */
  messageId?: string;
}) {
  const { text } = props;
  const parts = useMemo(() => splitMarkdownBlocks(text).flatMap(divideBlock), [text]);
  const { first, hiddenCharacters, showMore } = useShownParts(parts);
  return (
    <>
      {hiddenCharacters > 0 && (
        <button type="button" className="link" onClick={showMore}>
          Show earlier text ({formatBytes(hiddenCharacters)})
        </button>
      )}
      <div className="prose" data-message={props.messageId}>
        {parts.slice(first).map((part, index) => {
          // Parts only ever grow at the end: their index is their identity.
          const key = `${first + index}`;
          return <Block key={key} text={part} />;
        })}
      </div>
    </>
  );
});
