import { limits } from '../../../../lib/core/limits.ts';
import type { MatchContext } from '../../../../lib/core/match-context.ts';
import type { RequestResult } from '../../../ui/request-json.ts';

/** Lines before a match, and behind it. */
export interface ContextSpan {
  above: number;
  below: number;
}

/** What is shown around one match. */
export interface OpenContext {
  /** The number of the match in its file. */
  at: number;
  /** What was asked for last. */
  wanted: ContextSpan;
  /** `null`: nothing has come yet. */
  shown: MatchContext | null;
  isLoading: boolean;
  /** In words: why what is wanted is not shown. */
  error: string | null;
}

/** Matches are told by their line in the search, by the number people see. */
export interface OpenContexts {
  /** Those of the lines [from, to], in the order their lines came. */
  within: (from: number, to: number) => ReadonlyMap<number, OpenContext>;
  toggle: (line: number, at: number) => void;
  /** More lines on one of its sides. */
  widen: (line: number, side: keyof ContextSpan) => void;
  retry: (line: number) => void;
  /** Told before what changed is shown: around which match. */
  subscribe: (listener: (line: number) => void) => () => void;
  version: () => number;
  close: () => void;
}

type FetchContext = (
  line: number,
  span: ContextSpan,
  signal: AbortSignal,
) => Promise<RequestResult<MatchContext>>;

const [fewLines] = limits.contextLines;

/** How many lines come after so many; `null`: no more. */
export const nextCount = (count: number): number | null =>
  limits.contextLines.find((step) => step > count) ?? null;

/** Lines of a context on each side of its match. */
export const shownCounts = (at: number, { from, lines }: MatchContext): ContextSpan => ({
  above: at - from,
  below: from + lines.length - 1 - at,
});

/** The matches of a search that people have opened, whether or not they are in the page. */
export function createOpenContexts(fetchContext: FetchContext): OpenContexts {
  const open = new Map<number, OpenContext>();
  const requests = new Map<number, AbortController>();
  const listeners = new Set<(line: number) => void>();
  let version = 0;

  const put = (line: number, context: OpenContext | null) => {
    if (context) open.set(line, context);
    else open.delete(line);
    version += 1;
    for (const listener of listeners) listener(line);
  };
  const stop = (line: number) => {
    requests.get(line)?.abort();
    requests.delete(line);
  };

  async function load(line: number, at: number, wanted: ContextSpan): Promise<void> {
    stop(line);
    const request = new AbortController();
    requests.set(line, request);
    const context = { at, wanted, shown: open.get(line)?.shown ?? null, error: null };
    put(line, { ...context, isLoading: true });
    const result = await fetchContext(line, wanted, request.signal);
    if (requests.get(line) !== request) return;
    requests.delete(line);
    const came = result.ok ? { shown: result.value } : { error: result.error };
    // What came last is the last of them.
    if (result.ok) open.delete(line);
    put(line, { ...context, isLoading: false, ...came });
  }

  return {
    within: (from, to) => new Map([...open].filter(([line]) => line >= from && line <= to)),
    toggle(line, at) {
      if (!open.has(line)) return void load(line, at, { above: fewLines, below: fewLines });
      stop(line);
      put(line, null);
    },
    widen(line, side) {
      const context = open.get(line);
      if (!context?.shown || context.isLoading) return;
      const { at, wanted } = context;
      const more = nextCount(shownCounts(context.at, context.shown)[side]);
      if (more !== null) void load(line, at, { ...wanted, [side]: more });
    },
    retry(line) {
      const context = open.get(line);
      if (context && !context.isLoading) void load(line, context.at, context.wanted);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    version: () => version,
    close() {
      for (const line of [...requests.keys()]) {
        stop(line);
        const context = open.get(line);
        put(line, context?.shown ? { ...context, isLoading: false } : null);
      }
    },
  };
}
