import type { WideningEvent } from './widening-event.ts';
import type { Widening } from './widening-schema.ts';

/** Views are of one kind if one summarizer made them from one tool's results. */
export interface ViewKind {
  toolName: string;
  summarizer: string;
}

/** The widenings that result from the events, oldest first. */
export function wideningsOf(events: readonly WideningEvent[]): Widening[] {
  const undone = new Map(
    events.flatMap((event) =>
      event.type === 'undone' ? [[event.widening, { timestamp: event.timestamp, by: event.by }]] : [],
    ),
  );
  return events.flatMap((event) => {
    if (event.type === 'undone') return [];
    const { type: _, ...widened } = event;
    return [{ ...widened, undone: undone.get(event.number) ?? null }];
  });
}

export const isOfKind = (one: ViewKind, { toolName, summarizer }: ViewKind): boolean =>
  one.toolName === toolName && one.summarizer === summarizer;

/** Widenings of a kind that are in effect at a level, oldest first. */
export const standingOf = (widenings: readonly Widening[], kind: ViewKind, level: string): Widening[] =>
  widenings.filter((one) => one.undone === null && one.level === level && isOfKind(one, kind));

/** Only the latest widening in effect of a kind can be undone, because it builds on those before it. */
export const isUndoable = (widenings: readonly Widening[], widening: Widening): boolean =>
  standingOf(widenings, widening, widening.level).at(-1)?.number === widening.number;

/** Widened tokens of a tool's views at a level, by summarizer. */
export function widenedBudgets(
  widenings: readonly Widening[],
  toolName: string,
  level: string,
): ReadonlyMap<string, number> {
  const buffered = widenings.filter(
    (one) => one.undone === null && one.toolName === toolName && one.level === level,
  );
  return new Map(buffered.map(({ summarizer, toTokens }) => [summarizer, toTokens]));
}

/** When the budget of a kind last changed; `null`: never. */
export function lastChangeOf(widenings: readonly Widening[], kind: ViewKind): string | null {
  const times = widenings
    .filter((one) => isOfKind(one, kind))
    .flatMap(({ timestamp, undone }) => [timestamp, ...(undone ? [undone.timestamp] : [])]);
  return times.toSorted().at(-1) ?? null;
}
