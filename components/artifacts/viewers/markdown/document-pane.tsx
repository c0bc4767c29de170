'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useRef } from 'react';
import { HiddenCountNote } from '#components/artifacts/lines/hidden-note.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { DocumentBlock, HeadingContext } from './document-block.tsx';
import { DocumentOutline } from './outline.tsx';
import type { DocumentHeading, MarkdownDocument } from './read-document.ts';

const guessedPx = 60;

/** A rendered document: only the visible blocks are parsed and rendered. */
export function DocumentPane({ document }: { document: MarkdownDocument }) {
  const { blocks, headings, hiddenCount } = document;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => guessedPx + Math.floor((blocks[index]?.length ?? 0) / 4),
    overscan: 4,
    paddingStart: 16,
    paddingEnd: 32,
  });
  const goTo = useCallback(
    ({ block }: DocumentHeading) => virtualizer.scrollToIndex(block, { align: 'start' }),
    [virtualizer],
  );
  const showSlug = useCallback(
    (slug: string) => {
      const heading = headings.find((one) => one.slug === slug.toLowerCase());
      if (heading) goTo(heading);
      return heading !== undefined;
    },
    [headings, goTo],
  );
  return (
    <HeadingContext value={showSlug}>
      {headings.length > 1 && <DocumentOutline headings={headings} onHeading={goTo} />}
      {hiddenCount > 0 && <HiddenCountNote count={hiddenCount} areMarkedHere={false} />}
      <div {...scrollRegion('Document')} ref={scroller} className="document">
        <div className="prose" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              className="document-block prose-block"
              style={{ transform: `translateY(${start}px)` }}
            >
              <DocumentBlock text={blocks[index] ?? ''} />
            </div>
          ))}
        </div>
      </div>
    </HeadingContext>
  );
}
