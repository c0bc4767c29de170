'use client';

import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { limits } from '#lib/core/limits.ts';
import type { LineStretch } from '#lib/core/vocabulary/line-window.ts';
import { fetchStretch } from '../api/artifact-api.ts';
import type { Find } from '../text/line-context.tsx';
import { Runs } from '../text/marked-line.tsx';
import { markedRuns } from '../text/marked-runs.ts';
import { SegmentText } from '../text/segment-text.tsx';
import { offsetOfHit, rangesInStretch } from './stretch-ranges.ts';
import type { LineReading } from './use-line-reading.ts';

/** Reads one long line, a part at a time. */
export function LineReader(props: {
  baseUrl: string;
  /** The displayed number of the artifact's first line. */
  firstLine: number;
  reading: LineReading;
  find: Find | null;
  onClose: () => void;
}) {
  'use memo';
  const { baseUrl, reading, find } = props;
  const { line, character, isAsked } = reading;
  const [shown, setShown] = useState<LineStretch | null>(null);
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const asked = useRef<AbortController | null>(null);
  const goTo = (index: number) => {
    asked.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    asked.current = controller;
    void fetchStretch(baseUrl, line - props.firstLine + 1, index, signal).then((result) => {
      if (signal.aborted) return;
      setFailedAt(result.ok ? null : index);
      if (result.ok) setShown(result.value);
    });
  };

  // A hit that is already in sight is only marked.
  // Runs only when the requested position changes.
  useEffectOn([reading], () => {
    const length = find?.query.length ?? 0;
    const isHere =
      shown !== null && character >= shown.start && character + length <= shown.start + shown.text.length;
    if (!isHere) goTo(offsetOfHit(reading));
  });
  useEffect(() => () => asked.current?.abort(), []);
  useEffect(() => {
    if (isAsked) box.current?.focus();
  }, [isAsked]);
  // Scrolls when the text or the marked hit changes.
  useEffectOn([shown, reading], () => {
    const mark = box.current?.querySelector('mark.now');
    if (mark) mark.scrollIntoView({ block: 'nearest' });
    else if (box.current) box.current.scrollTop = 0;
  });

  const runs = useMemo(() => {
    if (shown === null) return [];
    const ranges = find === null ? [] : rangesInStretch(shown, find, line);
    return markedRuns([{ text: shown.text, className: '' }], ranges);
  }, [shown, find, line]);
  const from = shown?.start ?? 0;
  const to = from + (shown?.text.length ?? 0);
  const isEmpty = shown !== null && shown.text === '';
  const words = isEmpty ? 'end of line' : `characters ${formatNumber(from + 1)} to ${formatNumber(to)}`;
  return (
    <section
      className="line-reader"
      aria-label={`Line ${line}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        props.onClose();
      }}
    >
      <header>
        <h3>Line {formatNumber(line)}</h3>
        <span className="dim grow" role="status">
          {failedAt === null
            ? shown && `${words}${shown.isLast ? ', to the end' : ''}`
            : 'Could not load this part.'}
        </span>
        {failedAt !== null && (
          <button type="button" className="btn is-small" onClick={() => goTo(failedAt)}>
            Try now
          </button>
        )}
        <IconButton
          icon={ChevronLeft}
          label="Previous part"
          disabled={from === 0}
          onClick={() => goTo(Math.max(0, from - limits.lineCharacters))}
        />
        <IconButton
          icon={ChevronRight}
          label="Next part"
          disabled={shown?.isLast ?? true}
          onClick={() => goTo(to)}
        />
        <IconButton icon={X} label="Close this line" onClick={props.onClose} />
      </header>
      <div ref={box} className="line-reader-text" {...scrollRegion(`Part of line ${line}`)}>
        <Runs runs={runs} render={(pieces) => <SegmentText segments={pieces} />} />
      </div>
    </section>
  );
}
