import { type RefObject, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { fetchContext } from '#components/artifacts/api/artifact-api.ts';
import { holdRow } from '#components/artifacts/text/line-position.ts';
import { useLayoutEffectOn } from '#components/ui/use-effect-on.ts';
import { createOpenContexts, type OpenContexts } from './open-contexts.ts';

/** The open contexts of a search; their requests are aborted with the view. */
export function useOpenContexts(baseUrl: string): OpenContexts {
  const contexts = useMemo(
    () => createOpenContexts((line, span, signal) => fetchContext(baseUrl, line, span, signal)),
    [baseUrl],
  );
  useEffect(() => () => contexts.close(), [contexts]);
  return contexts;
}

const none = { subscribe: () => () => undefined, version: () => 0 };

/**
 * Renders again whenever a context opens, loads or closes, and keeps its match in place. Each time the object
 * is a new one.
 * @param hits the element with the rows; each match has its line in the search result as `data-of`
 */
export function useShownContexts(
  contexts: OpenContexts | null,
  hits: RefObject<HTMLElement | null>,
): { contexts: OpenContexts | null; version: number } {
  const retained = useRef<HeldRow | null>(null);
  const subscribe = (onChange: () => void) =>
    (contexts ?? none).subscribe((line) => {
      // Keeps the position before the first of several changes: in between, the row may not be back yet.
      if (retained.current?.line !== line) retained.current = anchoredRow(hits.current, line);
      onChange();
    });
  const { version } = contexts ?? none;
  const shown = useSyncExternalStore(subscribe, version, version);
  // Keeps the row in position once per change.
  useLayoutEffectOn([shown], () => {
    const { current } = retained;
    if (current === null) return;
    const { scroller, row, offsetPx } = current;
    scroller.scrollTop += offsetOf(scroller, row) - offsetPx;
    return holdRow(
      scroller,
      () => (row.isConnected ? row : null),
      offsetPx,
      (px) => {
        scroller.scrollTop += px;
      },
      () => {
        retained.current = null;
      },
    );
  });
  return useMemo(() => ({ contexts, version: shown }), [contexts, shown]);
}

interface HeldRow {
  line: number;
  scroller: HTMLElement;
  row: HTMLElement;
  /** Distance below the upper edge of the scroller. */
  offsetPx: number;
}

/** `null`: the match is not visible. */
function anchoredRow(hits: HTMLElement | null, line: number): HeldRow | null {
  const row = hits?.querySelector<HTMLElement>(`[data-of="${line}"]`);
  const scroller = row?.closest<HTMLElement>('.lines');
  if (!row || !scroller) return null;
  const offsetPx = offsetOf(scroller, row);
  return offsetPx >= 0 && offsetPx < scroller.clientHeight ? { line, scroller, row, offsetPx } : null;
}

const offsetOf = (scroller: HTMLElement, row: HTMLElement): number =>
  row.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
