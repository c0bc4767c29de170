import { Gauge, type Registry } from 'prom-client';

/** Figures that are read when the metrics are requested rather than counted. `null`: the store does not answer. */
export interface PresentFigures {
  pendingConversations: number | null;
  /** Those of them whose work waits, since no process that is alive has their files. */
  conversationsWithoutRunner: number | null;
  runners: RunnerCounts | null;
  entriesSetAside: number;
  openStreams: number;
}

/** The runners of an installation, and what is missing without those that are away. */
export interface RunnerCounts {
  /** Those that are away too, for as long as they are remembered. */
  known: number;
  away: number;
  /** Workspaces that runners have which are away, and none that is alive. */
  workspacesAway: number;
}

const ofAll = 'The same figure of each process, so use max().';

export function createPresentGauges(registry: Registry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name: `vitrine_${name}`, help, registers: [registry] });
  const pending = gauge(
    'conversations_pending',
    `Conversations with a run under way or queued, on whatever process. ${ofAll}`,
  );
  const withoutRunner = gauge(
    'conversations_without_runner',
    `Conversations among them whose work waits, since no process that is alive has their files. ${ofAll}`,
  );
  const runnersKnown = gauge(
    'runners_known',
    `Processes that work on conversations and were alive within a week. ${ofAll}`,
  );
  const runnersAway = gauge('runners_away', `Runners among them that are not alive. ${ofAll}`);
  const workspacesAway = gauge(
    'workspaces_away',
    `Workspaces that only runners have which are away. ${ofAll}`,
  );
  const setAside = gauge(
    'ledger_entries_set_aside',
    'Entries of the ledger that wait for the store to answer again.',
  );
  const streams = gauge('event_streams_open', 'Event streams that browsers have open.');

  return {
    set({ runners, ...figures }: PresentFigures): void {
      pending.set(figures.pendingConversations ?? Number.NaN);
      withoutRunner.set(figures.conversationsWithoutRunner ?? Number.NaN);
      runnersKnown.set(runners?.known ?? Number.NaN);
      runnersAway.set(runners?.away ?? Number.NaN);
      workspacesAway.set(runners?.workspacesAway ?? Number.NaN);
      setAside.set(figures.entriesSetAside);
      streams.set(figures.openStreams);
    },
  };
}
