'use client';

import { memo } from 'react';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { lazyContent } from '../ui/lazy-component.tsx';
import { divideBlock } from './divide-block.ts';
import { splitMarkdownBlocks } from './markdown-blocks.ts';
import { useShownParts } from './use-shown-parts.ts';

const Unparsed = ({ text }: { text: string }) => <p className="unparsed">{text}</p>;

const Block = lazyContent(
  'prose-block',
  async () => (await import('./markdown-text.tsx')).MarkdownText,
  Unparsed,
);

export const preloadMarkdown = Block.preload;

/**
 * The agent's text, parsed block by block, so that a long answer only costs its last block at each delta; the
 * last part of a very long text is shown first.
 */
export const Markdown = memo(function Markdown(props: {
  text: string;
  /** Omitted while it streams. */
  messageId?: string;
}) {
  'use memo';
  const { text } = props;
  const parts = splitMarkdownBlocks(text).flatMap(divideBlock);
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
          // Parts are only added at the end, so the index is the identity.
          const key = `${first + index}`;
          return (
            <ErrorBoundary key={key} fallback={() => <Unparsed text={part} />}>
              <Block text={part} />
            </ErrorBoundary>
          );
        })}
      </div>
    </>
  );
});
