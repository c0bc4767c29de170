import { type RefObject, useRef, useState } from 'react';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import type { TextQuery } from '#lib/core/algorithms/text/text-pattern.ts';
import { type SearchAnswer, searchIn } from '../api/search-api.ts';
import type { Find } from '../text/line-context.tsx';
import { firstLineInSight } from '../text/line-position.ts';
import { addAnswers, beginSearch, type SearchState, stepHit } from './search-state.ts';

/** Pause in typing after which the search starts. */
const restMs = 120;
/** Previous results stay visible until there are new ones, or for this long. */
const staleMs = 400;
const batchMs = 100;

/** A search in what is shown, and the current hit. */
export interface Search {
  isOpen: boolean;
  /** Increases each time the search field should get the focus. */
  opened: number;
  query: string;
  isCaseSensitive: boolean;
  /** The artifact was still growing when it was searched. */
  isGrowing: boolean;
  /** `null`: there is no query. */
  state: SearchState | null;
  /** What the lines highlight; `null`: nothing. */
  find: Find | null;
  open: () => void;
  close: () => void;
  setQuery: (query: string) => void;
  toggleCase: () => void;
  step: (by: 1 | -1) => void;
}

export const isSearchField = (element: Element | null): boolean =>
  element?.closest('.search-bar input') != null;

interface Found {
  asked: TextQuery;
  state: SearchState;
}

/**
 * Searches the whole artifact on the server.
 * @param region the element that shows the lines: it gives the starting line, and gets the focus when the
 * search closes
 */
export function useSearch(
  baseUrl: string,
  isGrowing: boolean,
  region: RefObject<HTMLElement | null>,
): Search {
  'use memo';
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [isCaseSensitive, setIsCaseSensitive] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [steps, setSteps] = useState(0);
  const [attempt, setAttempt] = useState(0);
  const fromLine = useRef(0);
  const lines = () => region.current?.querySelector<HTMLElement>('.lines') ?? null;

  // Searches again when the artifact stops growing and on a retry.
  useEffectOn([isOpen, baseUrl, query, isCaseSensitive, isGrowing, attempt], () => {
    if (!isOpen || query === '') return setFound(null);
    const controller = new AbortController();
    const asked = { query, isCaseSensitive };
    const add = (answers: readonly SearchAnswer[]) => {
      if (controller.signal.aborted) return;
      setFound((before) => {
        const state = before?.asked === asked ? before.state : beginSearch(fromLine.current);
        return { asked, state: addAnswers(state, answers) };
      });
    };
    const timer = setTimeout(() => void follow(searchIn(baseUrl, asked, controller.signal), add), restMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  });

  const hit = found?.state.current === null ? undefined : found?.state.hits[found.state.current];
  // Each step makes a new object, so that a lone hit is scrolled to again.
  const current = hit ? { ...hit, step: steps } : null;
  const hits = found?.state.hits;
  const hitLines = (hits ?? []).map(({ line }) => line);
  const asked = found?.asked;
  const find = asked ? { ...asked, current, hitLines } : null;

  return {
    isOpen,
    opened,
    query,
    isCaseSensitive,
    isGrowing,
    state: found?.state ?? null,
    find,
    open() {
      const scroller = lines();
      fromLine.current = (scroller && firstLineInSight(scroller)?.line) ?? 0;
      setIsOpen(true);
      setOpened((count) => count + 1);
    },
    close() {
      setIsOpen(false);
      if (!document.activeElement?.closest('.search-bar')) return;
      lines()?.focus();
      // If the lines disappear with the search, the view that replaces them gets the focus.
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        region.current?.querySelector<HTMLElement>('.lines, [role="tree"], [role="grid"]')?.focus();
      });
    },
    setQuery,
    toggleCase: () => setIsCaseSensitive((isOn) => !isOn),
    step(by) {
      // While another search is pending there is nothing to step to.
      if (found === null || found.asked.query !== query || found.asked.isCaseSensitive !== isCaseSensitive) {
        return;
      }
      if (found.state.error !== null) return setAttempt((count) => count + 1);
      const state = stepHit(found.state, by);
      const next = state.current === null ? undefined : state.hits[state.current];
      if (next) fromLine.current = next.line;
      setFound({ ...found, state });
      setSteps((count) => count + 1);
    },
  };
}

/**
 * Reports results as they arrive, the first at once, then a few times a second; also while there are none.
 */
async function follow(
  batches: AsyncIterable<SearchAnswer[]>,
  report: (answers: readonly SearchAnswer[]) => void,
): Promise<void> {
  let waiting: SearchAnswer[] = [];
  let timer: ReturnType<typeof setTimeout> | null = setTimeout(() => reportWaiting(), staleMs);
  let announcedMs = Number.NEGATIVE_INFINITY;
  const reportWaiting = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    announcedMs = performance.now();
    report(waiting);
    waiting = [];
  };
  for await (const answers of batches) {
    waiting.push(...answers);
    const leftMs = announcedMs + batchMs - performance.now();
    if (leftMs <= 0) reportWaiting();
    else timer ??= setTimeout(reportWaiting, leftMs);
  }
  if (timer !== null) clearTimeout(timer);
  if (waiting.length > 0) report(waiting);
}
