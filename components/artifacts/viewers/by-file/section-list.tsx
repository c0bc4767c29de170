'use client';

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef } from 'react';
import { chunkLines } from '#components/artifacts/api/chunk-lines.ts';
import type { LineChunk, LineSource } from '#components/artifacts/lines/line-source.ts';
import { LinesFailure } from '#components/artifacts/lines/lines-failure.tsx';
import { useLineSource } from '#components/artifacts/lines/use-line-source.ts';
import { lastUpTo } from '#components/artifacts/text/last-up-to.ts';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { traitsOf } from '#lib/core/vocabulary/artifact-types.ts';
import { cleanedSource } from './cleaned-source.ts';
import { type SectionItem, type SectionPart, sectionItems } from './section-items.ts';

const lineHeight = 20;
const headHeight = 32;
const restMs = 60;

interface Lines {
  from: number;
  lineCount: number;
}

/** The data from which a part of a section is rendered. */
export interface PartLines {
  section: number;
  part: SectionPart;
  chunk: LineChunk;
  source: LineSource;
  isScrolling: boolean;
}

/** The files of an artifact, each with a sticky head; only what is visible is fetched and rendered. */
export function SectionList<T extends Lines>(props: {
  baseUrl: string;
  metadata: ArtifactMetadata;
  sections: readonly T[];
  isFolded: (section: number) => boolean;
  isWrapped: boolean;
  /** Scrolled to the top whenever the object changes. */
  focus: { section: number } | null;
  renderHead: (section: number) => ReactNode;
  renderPart: (lines: PartLines) => ReactNode;
}) {
  const { metadata, sections, isFolded, focus } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const items = useMemo(() => sectionItems(sections, isFolded), [sections, isFolded]);
  const heads = useMemo(() => items.flatMap((item, index) => (item.kind === 'head' ? [index] : [])), [items]);
  const { lineCount, byteLength, state } = metadata;
  const source = useLineSource(props.baseUrl, {
    lineCount: lineCount ?? 0,
    byteLength,
    isGrowing: state === 'writing',
  });
  const { type } = metadata;
  const shownSource = useMemo(
    () => (traitsOf(type).hasEscapes ? cleanedSource(source) : source),
    [source, type],
  );
  const stuck = useRef(0);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => keyOf(items[index]),
    estimateSize: (index) => heightOf(items[index]),
    overscan: 2,
    rangeExtractor: (range) => {
      // The head of the topmost section stays in view.
      stuck.current = heads[lastUpTo(heads, range.startIndex)] ?? 0;
      return [...new Set([stuck.current, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });
  // Scrolls only to a new focus, not when a section is folded.
  useEffectOn([virtualizer, focus], () => {
    if (focus) virtualizer.scrollToIndex(heads[focus.section] ?? 0, { align: 'start' });
  });

  const shown = virtualizer.getVirtualItems();
  const lastChunk = Math.max(0, Math.ceil((lineCount ?? 0) / chunkLines) - 1);
  // With the neighbouring chunks: a change may span two of them.
  const wanted = shown.flatMap(({ index }) => {
    const item = items[index];
    if (item?.kind !== 'part') return [];
    const { chunk } = item.part;
    return [Math.max(0, chunk - 1), chunk, Math.min(lastChunk, chunk + 1)];
  });
  const wantedKey = wanted.join(' ');
  const { isScrolling } = virtualizer;
  // Parts that only fly by are not fetched.
  // `wantedKey` stands in for the array; growth means that more can be loaded.
  useEffectOn([source, wantedKey, isScrolling, lineCount, byteLength], () => {
    if (wanted.length === 0) return;
    const timer = setTimeout(() => source.wantEach(wanted), isScrolling ? restMs : 0);
    return () => clearTimeout(timer);
  });

  return (
    <>
      <LinesFailure source={source} first={Math.min(...wanted)} last={Math.max(...wanted)} />
      <div
        {...scrollRegion('Files')}
        ref={scroller}
        className={props.isWrapped ? 'lines files wrap' : 'lines files'}
      >
        <div className="lines-in" style={{ height: virtualizer.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const item = items[index];
            const chunk = item?.kind === 'part' ? shownSource.chunk(item.part.chunk) : null;
            const isStuck = index === stuck.current;
            return (
              <div
                key={key}
                className={isStuck ? 'section-item is-stuck' : 'section-item'}
                data-index={index}
                ref={item?.kind === 'head' || chunk ? virtualizer.measureElement : null}
                style={isStuck ? undefined : { transform: `translateY(${start}px)` }}
              >
                {item?.kind === 'head' && props.renderHead(item.section)}
                {item?.kind === 'part' &&
                  chunk &&
                  props.renderPart({
                    section: item.section,
                    part: item.part,
                    chunk,
                    source: shownSource,
                    isScrolling,
                  })}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

const keyOf = (item: SectionItem | undefined): string =>
  item === undefined ? '' : `${item.section} ${item.kind === 'head' ? 'head' : item.part.index}`;

const heightOf = (item: SectionItem | undefined): number =>
  item?.kind === 'part' ? (item.part.to - item.part.from) * lineHeight : headHeight;
