import type { Activity, ActivityKind, BeginOf, EndOf, Observer } from '../core/vocabulary/activity.ts';

/** An activity that has ended, with the IDs of the activities around it. */
export type Ended = {
  [K in ActivityKind]: { kind: K; begun: BeginOf[K]; ended: EndOf[K] | null; durationMs: number; ids: Ids };
}[ActivityKind];

/** IDs that link the log, the ledger and the spans of one call. */
export type Ids = Partial<Record<'conversationId' | 'runId' | 'messageId' | 'toolCallId', string>>;

/** Observes each activity. It must not throw, and nobody waits for it. */
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
  /** Parent of the spans of runs. */
  trace: Pick<Span, 'begin'>;
  /** A monotonic clock; only differences count. */
  elapsedMs(): number;
}

/** Notifies all listeners when an activity starts and when it has ended. */
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

/** IDs are truncated, because the model chooses a call's ID. */
const idsOf = (begun: object): Ids =>
  Object.fromEntries(
    Object.entries(begun)
      .filter(([name]) => idNames.includes(name))
      .map(([name, id]) => [name, String(id).slice(0, 64)]),
  );
