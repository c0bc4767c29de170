import type { Activity, ActivityKind, BeginOf, EndOf, Observer } from '../core/activity.ts';

/** An activity that has ended, and what it stood under. */
export type Ended = {
  [K in ActivityKind]: { kind: K; begun: BeginOf[K]; ended: EndOf[K] | null; durationMs: number; ids: Ids };
}[ActivityKind];

/** By which the log, the ledger and the spans of one call are found. */
export type Ids = Partial<Record<'conversationId' | 'runId' | 'messageId' | 'toolCallId', string>>;

/** Hears of each activity; must not throw, and is not waited for. */
export interface Listener {
  began(kind: ActivityKind): void;
  ended(activity: Ended): void;
}

/** One activity in a trace. */
export interface Span {
  begin<K extends ActivityKind>(kind: K, begun: BeginOf[K], ids: Ids): Span;
  end(activity: Ended): void;
}

interface Doors {
  listeners: readonly Listener[];
  /** What the spans of runs hang on. */
  trace: Pick<Span, 'begin'>;
  /** Only differences count. */
  elapsedMs(): number;
}

/** Tells everybody who listens what begins and what has ended. */
export function createObserver({ listeners, trace, elapsedMs }: Doors): Observer {
  function begin<K extends ActivityKind>(
    within: { span: Pick<Span, 'begin'>; ids: Ids; open: Set<Activity> },
    kind: K,
    begun: BeginOf[K],
  ): Activity<K> {
    const startedMs = elapsedMs();
    const ids = { ...within.ids, ...idsOf(begun) };
    const span = within.span.begin(kind, begun, ids);
    const open = new Set<Activity>();
    for (const listener of listeners) listener.began(kind);
    const activity: Activity<K> = {
      begin: (childKind, child) => begin({ span, ids, open }, childKind, child),
      end(ended) {
        if (!within.open.delete(activity as Activity)) return;
        for (const child of open) child.end(null);
        const result = { kind, begun, ended, durationMs: elapsedMs() - startedMs, ids } as Ended;
        span.end(result);
        for (const listener of listeners) listener.ended(result);
      },
    };
    within.open.add(activity as Activity);
    return activity;
  }
  const top = { span: trace, ids: {}, open: new Set<Activity>() };
  return { begin: (kind, begun) => begin(top, kind, begun) };
}

const idNames: readonly string[] = [
  'conversationId',
  'runId',
  'messageId',
  'toolCallId',
] satisfies (keyof Ids)[];

/** Cut: a call's ID is the model's word. */
const idsOf = (begun: object): Ids =>
  Object.fromEntries(
    Object.entries(begun)
      .filter(([name]) => idNames.includes(name))
      .map(([name, id]) => [name, String(id).slice(0, 64)]),
  );
