import type { WideningEvent } from './widening-event.ts';
import type { Widening } from './widening-schema.ts';

/** Views are of one kind where one summarizer made them of one tool's results. */
export interface ViewKind {
  toolName: string;
  summarizer: string;
}

/** What the events come to, the oldest first. */
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

/** Those of a kind that hold at a level, the oldest first. */
export const standingOf = (widenings: readonly Widening[], kind: ViewKind, level: string): Widening[] =>
  widenings.filter((one) => one.undone === null && one.level === level && isOfKind(one, kind));

/** Only the last one of a kind that holds can be taken back: those before it are what it began from. */
export const isUndoable = (widenings: readonly Widening[], widening: Widening): boolean =>
  standingOf(widenings, widening, widening.level).at(-1)?.number === widening.number;

/** Tokens of a tool's views, by summarizer, where they were widened at a level. */
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
