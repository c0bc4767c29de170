'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useState } from 'react';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { useEffectOn, useLayoutEffectOn } from '#components/ui/use-effect-on.ts';
import { useStickToBottom } from '#components/ui/use-stick-to-bottom.ts';
import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { chunkLines } from '../api/chunk-lines.ts';
import { createChunkStates } from '../text/chunk-states.ts';
import { type Find, LineProvider } from '../text/line-context.tsx';
import { ChunkView } from './chunk-view.tsx';
import { HiddenCountNote } from './hidden-note.tsx';
import { LineReader } from './line-reader.tsx';
import type { LineRenderer } from './line-renderer.ts';
import { LineRuler } from './line-ruler.tsx';
import { LinesFailure } from './lines-failure.tsx';
import { useHiddenCount } from './use-hidden-count.ts';
import { useLineReading } from './use-line-reading.ts';
import { useLineSource } from './use-line-source.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useScrollToHit } from './use-scroll-to-hit.ts';
import { useScrollToLine } from './use-scroll-to-line.ts';
import { useShownWrap } from './use-shown-wrap.ts';
import { useScrolledHeight, useTallScroller } from './use-tall-scroller.ts';

const lineHeight = 20;
const padding = 8;
const restMs = 60;

/** A text of any length: only the visible lines are fetched and rendered. */
export function LineViewer(props: {
  baseUrl: string;
  metadata: ArtifactMetadata;
  lineCount: number;
  renderer: LineRenderer;
  isWrapped: boolean;
  selection: LineRange | null;
  onSelect: ((line: number, isExtending: boolean) => void) | null;
  /** Scrolled into view whenever the object changes. */
  focus: { line: number } | null;
  find: Find | null;
}) {
  const { metadata, lineCount, renderer, selection, onSelect, find } = props;
  const isGrowing = metadata.state === 'writing';
  const { byteLength } = metadata;
  // The last lines arrive together with the completion: readers who followed until then see them too.
  const [hasGrown] = useState(isGrowing);
  const { scroller, content } = useStickToBottom({ isOn: hasGrown, isStuck: props.focus === null });
  const source = useLineSource(props.baseUrl, { lineCount, byteLength, isGrowing });
  const language = renderer.language(metadata);
  const stateBefore = useMemo(
    () => createChunkStates(renderer.states(metadata), (index) => source.chunk(index)?.lines ?? null),
    [renderer, metadata, source],
  );
  const shownWrap = useShownWrap(props.isWrapped, scroller);
  const { isWrapped } = shownWrap;
  const isMeasured = isWrapped || !renderer.hasFixedRows;
  const chunkCount = Math.ceil(lineCount / chunkLines);
  const scrolled = useTallScroller(scroller, lineCount * lineHeight + 2 * padding);
  const virtualizer = useVirtualizer({
    ...scrolled.options,
    count: chunkCount,
    estimateSize: (index) => Math.min(chunkLines, lineCount - index * chunkLines) * lineHeight,
    overscan: 1,
    paddingStart: padding,
    paddingEnd: padding,
  });
  const heightPx = useScrolledHeight(scrolled, virtualizer.getTotalSize());
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  const { isScrolling } = virtualizer;
  // A chunk counts as visible after a short pause, so that those flying by are not fetched. Growing text is
  // requested again.
  // Loads again when the text grows.
  useEffectOn([source, first, last, isScrolling, isGrowing, lineCount, byteLength], () => {
    const timer = setTimeout(() => source.want(first, last), isScrolling && !isGrowing ? restMs : 0);
    return () => clearTimeout(timer);
  });
  // The last chunk grows with the text, so its estimated size is out of date.
  // The estimated size depends on the line count.
  useLayoutEffectOn([virtualizer, lineCount], () => virtualizer.measure());
  // Output of programs has control characters by nature; its renderer neutralises them instead.
  const hiddenCount = useHiddenCount(source, { first, last }, !traitsOf(metadata.type).hasEscapes);
  const { firstLine } = metadata;
  const lineScroller = { virtualizer, moveBy: scrolled.moveBy, firstLine, isMeasured };
  useScrollAnchor(scroller, shownWrap, lineScroller);
  useScrollToLine(scroller, props.focus, lineScroller);
  useScrollToHit(scroller, find, lineScroller);

  const { reading, open: onReadLine, close: endReading } = useLineReading(find);
  const surroundings = useMemo(
    () => ({ selection, onSelect, onReadLine, find }),
    [selection, onSelect, onReadLine, find],
  );
  const digits = String(firstLine + lineCount).length;
  return (
    <LineProvider value={surroundings}>
      <LinesFailure source={source} first={first} last={last} />
      {hiddenCount > 0 && <HiddenCountNote count={hiddenCount} />}
      <div className="lines-frame">
        <div
          {...scrollRegion('Lines')}
          ref={scroller}
          className={isWrapped ? 'lines wrap' : 'lines'}
          style={digits > 5 ? ({ '--gutter': `${24 + digits * 7}px` } as CSSProperties) : undefined}
        >
          <div className="lines-in" ref={content} style={{ height: heightPx }}>
            {items.map((item) => {
              const chunk = source.chunk(item.index);
              return (
                <div
                  key={item.key}
                  className="chunk"
                  data-index={item.index}
                  ref={isMeasured && chunk ? virtualizer.measureElement : null}
                  style={{
                    transform: `translateY(${item.start - scrolled.shiftPx}px)`,
                    ...(isMeasured ? {} : { height: item.size }),
                  }}
                >
                  {chunk && (
                    <ChunkView
                      chunk={chunk}
                      renderer={renderer}
                      firstNumber={metadata.firstLine + item.index * chunkLines}
                      language={language}
                      openState={stateBefore(item.index)}
                      metadata={metadata}
                      previousLine={source.chunk(item.index - 1)?.lines.at(-1) ?? null}
                      isScrolling={isScrolling}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
        {find && (
          <LineRuler
            hitLines={find.hitLines}
            selection={selection}
            firstLine={firstLine}
            lineCount={lineCount}
          />
        )}
      </div>
      {reading && (
        <LineReader
          key={reading.line}
          baseUrl={props.baseUrl}
          firstLine={firstLine}
          reading={reading}
          find={find}
          onClose={() => {
            endReading();
            scroller.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </LineProvider>
  );
}
