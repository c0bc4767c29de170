import type { RequestResult } from '#components/ui/request-json.ts';
import type { MatchContext } from '#lib/core/api/match-context.ts';
import { limits } from '#lib/core/limits.ts';

/** Line counts before and after a match. */
export interface ContextSpan {
  above: number;
  below: number;
}

/** The open context of one match. */
export interface OpenContext {
  /** The number of the match in its file. */
  at: number;
  /** The latest requested span. */
  wanted: ContextSpan;
  /** `null`: nothing has loaded yet. */
  shown: MatchContext | null;
  isLoading: boolean;
  /** Why the requested lines are not shown, in words. */
  error: string | null;
}

/** The open contexts of a search. Matches are identified by their displayed line in the search result. */
export interface OpenContexts {
  /** The contexts of matches on lines [from, to], in the order their lines were loaded. */
  within: (from: number, to: number) => ReadonlyMap<number, OpenContext>;
  toggle: (line: number, at: number) => void;
  /** Loads more lines on one side. */
  widen: (line: number, side: keyof ContextSpan) => void;
  retry: (line: number) => void;
  /** Called before a change is rendered, with the match it concerns. */
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

/** The next larger number of context lines; `null`: there is none. */
export const nextCount = (count: number): number | null =>
  limits.contextLines.find((step) => step > count) ?? null;

/** Lines of a context on each side of its match. */
export const shownCounts = (at: number, { from, lines }: MatchContext): ContextSpan => ({
  above: at - from,
  below: from + lines.length - 1 - at,
});

/** Manages the contexts that people have opened, whether or not they are rendered. */
export function createOpenContexts(fetchContext: FetchContext): OpenContexts {
  const state = initialState(fetchContext);
  return {
    within: (from, to) => new Map([...state.open].filter(([line]) => line >= from && line <= to)),
    toggle(line, at) {
      if (!state.open.has(line)) return void load(state, line, at, { above: fewLines, below: fewLines });
      stop(state, line);
      put(state, line, null);
    },
    widen(line, side) {
      const context = state.open.get(line);
      if (!context?.shown || context.isLoading) return;
      const { at, wanted } = context;
      const more = nextCount(shownCounts(context.at, context.shown)[side]);
      if (more !== null) void load(state, line, at, { ...wanted, [side]: more });
    },
    retry(line) {
      const context = state.open.get(line);
      if (context && !context.isLoading) void load(state, line, context.at, context.wanted);
    },
    subscribe(listener) {
      state.listeners.add(listener);
      return () => {
        state.listeners.delete(listener);
      };
    },
    version: () => state.version,
    close: () => close(state),
  };
}

const initialState = (fetchContext: FetchContext) => ({
  fetchContext,
  open: new Map<number, OpenContext>(),
  requests: new Map<number, AbortController>(),
  listeners: new Set<(line: number) => void>(),
  version: 0,
});
type OpenContextsState = ReturnType<typeof initialState>;

function put(state: OpenContextsState, line: number, context: OpenContext | null) {
  if (context) state.open.set(line, context);
  else state.open.delete(line);
  state.version += 1;
  for (const listener of state.listeners) listener(line);
}

function stop(state: OpenContextsState, line: number) {
  state.requests.get(line)?.abort();
  state.requests.delete(line);
}

async function load(state: OpenContextsState, line: number, at: number, wanted: ContextSpan): Promise<void> {
  stop(state, line);
  const request = new AbortController();
  state.requests.set(line, request);
  const context = { at, wanted, shown: state.open.get(line)?.shown ?? null, error: null };
  put(state, line, { ...context, isLoading: true });
  const result = await state.fetchContext(line, wanted, request.signal);
  if (state.requests.get(line) !== request) return;
  state.requests.delete(line);
  const came = result.ok ? { shown: result.value } : { error: result.error };
  // Reinserted so that the latest result is last.
  if (result.ok) state.open.delete(line);
  put(state, line, { ...context, isLoading: false, ...came });
}

function close(state: OpenContextsState) {
  for (const line of [...state.requests.keys()]) {
    stop(state, line);
    const context = state.open.get(line);
    put(state, line, context?.shown ? { ...context, isLoading: false } : null);
  }
}
