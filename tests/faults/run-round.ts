import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerPage, StepRow } from '#lib/core/api/ledger-row.ts';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import { checkHistory, checkLedger, type Violation } from './check-history.ts';
import { type Clients, type OwnConversation, startClients } from './clients.ts';
import type { Fault } from './fault.ts';
import type { Plan } from './faulty-model.ts';
import type { History, ReadArtifact } from './history.ts';
import type { Random } from './random.ts';
import { planFileText, type SystemUnderTest } from './system-under-test.ts';
import type { Caller } from './team.ts';

export interface Round {
  name: string;
  faults: readonly Fault[];
  messages: number;
  /** Requests that were refused or lost, and sent again. */
  repeats: number;
  runs: Record<string, number>;
  events: number;
  connections: number;
  artifacts: number;
  steps: number;
  /** From the end of the last fault until no run was left. */
  quietMs: number;
  violations: string[];
  /** What Redis has confirmed and lost, where that is known of it. */
  losses: string[];
  /** The system did not come back. */
  isBroken: boolean;
}

/** How long a system may take until all is quiet, once the faults are over. */
const quietPatienceMs = 120_000;
const conversationCount = 3;
const anyPlan: readonly Plan[] = ['say', 'say', 'read', 'command'];

/** People work in some new conversations, the faults come and go, and once all is quiet their history is checked. */
export async function runRound(
  system: SystemUnderTest,
  name: string,
  faults: readonly Fault[],
  random: Random,
): Promise<Round> {
  system.round = name;
  const conversations: OwnConversation[] = [];
  for (let at = 0; at < conversationCount; at += 1) conversations.push(await createConversation(system));
  const answersBefore = system.model.answers.length;
  const plans = faults.find((fault) => fault.plans)?.plans ?? anyPlan;
  const clients = startClients(system, random, { conversations, plans, viewers: 2 });
  await sleep(random.integer(300, 1_500));
  const endings: Promise<void>[] = faults.map(async (fault) => {
    await sleep(random.integer(0, faults.length > 1 ? 1_500 : 0));
    const end = await fault.begin(system, random);
    await sleep(random.integer(...fault.lastsMs));
    await end();
  });
  const faultErrors = (await Promise.allSettled(endings)).flatMap((each) =>
    each.status === 'rejected' ? [`the fault itself failed: ${String(each.reason)}`] : [],
  );
  const endedMs = performance.now();
  await sleep(random.integer(300, 1_000));
  await clients.stopSending();
  const logs = await untilQuiet(clients, conversations, endedMs);
  const quietMs = performance.now() - endedMs;
  await clients.stopViewing((id) => logs.get(id)?.length ?? 0, 30_000);
  const artifacts = await readArtifacts(clients, conversations, logs);
  const { sent, viewings, slowAnswers, leaks } = clients;
  const answers = system.model.answers.slice(answersBefore);
  const processes = await untilNoneRuns(name);
  const withoutLedger = { sent, logs, viewings, answers, artifacts, processes, slowAnswers, leaks };
  const history = await untilRecorded(clients, conversations, withoutLedger);
  const found = checkHistory(history);
  const isLoss = ({ kind }: Violation) => kind === 'lost' && system.deployment.mayLose;
  return {
    ...{ name, faults, messages: sent.length, repeats: clients.repeats, quietMs },
    runs: countOutcomes(logs),
    events: [...logs.values()].reduce((sum, log) => sum + log.length, 0),
    connections: viewings.reduce((sum, viewing) => sum + viewing.connections, 0),
    artifacts: artifacts.length,
    steps: history.ledger.length,
    violations: [...faultErrors, ...found.filter((each) => !isLoss(each)).map(({ text }) => text)],
    losses: found.filter(isLoss).map(({ text }) => text),
    isBroken: false,
  };
}

/** One that could not be ended. */
export const brokenRound = (name: string, faults: readonly Fault[], error: unknown): Round => ({
  ...{ name, faults, messages: 0, repeats: 0, runs: {}, events: 0, connections: 0, artifacts: 0, steps: 0 },
  ...{ quietMs: 0, violations: [String(error)], losses: [], isBroken: true },
});

async function createConversation({ servers, team }: SystemUnderTest): Promise<OwnConversation> {
  const [server] = servers;
  const url = server?.url ?? '';
  // In turn, since one person may send only so many messages a minute.
  const owner = team.members.shift();
  if (owner === undefined) throw new Error('a team has members');
  team.members.push(owner);
  const response = await fetch(`${url}/api/conversations`, {
    method: 'POST',
    headers: { Origin: url, 'Content-Type': 'application/json', ...owner.headers },
    body: JSON.stringify({ audience: team.outsider === null ? 'team' : [] }),
  });
  if (!response.ok)
    throw new Error(`no conversation was created: ${response.status} ${await response.text()}`);
  return { id: (await response.json()).id, owner };
}

/** What a server says, asked again until one answers. */
async function answerOf<T>(clients: Clients, owner: Caller, path: string): Promise<T> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const response = await clients.ask(owner, path);
    if (response?.ok) return (await response.json()) as T;
    await response?.body?.cancel();
    await sleep(200);
  }
  throw new Error(`nobody answers ${path} any more`);
}

async function untilQuiet(
  clients: Clients,
  conversations: readonly OwnConversation[],
  endedMs: number,
): Promise<Map<string, DurableEvent[]>> {
  for (;;) {
    const logs = new Map<string, DurableEvent[]>();
    for (const { id, owner } of conversations) {
      const { events } = await answerOf<{ events: DurableEvent[] }>(
        clients,
        owner,
        `/api/conversations/${id}/events`,
      );
      logs.set(id, events);
    }
    const isQuiet = [...logs.values()].every((log) => {
      const asked = log.filter(({ type }) => type === 'user.message').length;
      return log.filter(({ type }) => type === 'run.finished').length >= asked;
    });
    if (isQuiet || performance.now() - endedMs > quietPatienceMs) return logs;
    await sleep(200);
  }
}

async function readArtifacts(
  clients: Clients,
  conversations: readonly OwnConversation[],
  logs: ReadonlyMap<string, DurableEvent[]>,
): Promise<ReadArtifact[]> {
  const found: ReadArtifact[] = [];
  for (const { id, owner } of conversations) {
    for (const event of logs.get(id) ?? []) {
      if (event.type !== 'tool.execution_complete' || !event.data.toolTelemetry.artifactId) continue;
      const { artifactId, type } = event.data.toolTelemetry;
      const response = await clients.ask(owner, `/api/artifacts/${artifactId}`);
      const text = (await response?.text()) ?? '';
      const isFile = type !== 'terminal' && event.data.success;
      found.push({ artifactId, status: response?.status ?? 0, text, expected: isFile ? planFileText : null });
    }
  }
  return found;
}

/** Entries that were set aside while the store was away are stored within seconds. */
async function untilRecorded(
  clients: Clients,
  conversations: readonly OwnConversation[],
  others: Omit<History, 'ledger'>,
): Promise<History> {
  for (let attempt = 0; ; attempt += 1) {
    const ledger = (await Promise.all(conversations.map((each) => readSteps(clients, each)))).flat();
    const history = { ...others, ledger };
    if (attempt === 50 || checkLedger(history).length === 0) return history;
    await sleep(200);
  }
}

async function readSteps(clients: Clients, { id, owner }: OwnConversation): Promise<StepRow[]> {
  const rows: StepRow[] = [];
  // A clock that was ahead dated some of them.
  const to = new Date(Date.now() + 86_400_000).toISOString();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = new URLSearchParams({ by: 'conversation', key: id, kind: 'step', to });
    if (cursor !== '') asked.set('cursor', cursor);
    const page: LedgerPage = await answerOf(clients, owner, `/api/savings/calls?${asked}`);
    rows.push(...page.entries.filter((entry) => entry.kind === 'step'));
    cursor = page.cursor;
  }
  return rows;
}

function countOutcomes(logs: ReadonlyMap<string, DurableEvent[]>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const log of logs.values()) {
    for (const event of log) {
      if (event.type === 'run.finished') counts[event.data.outcome] = (counts[event.data.outcome] ?? 0) + 1;
    }
  }
  return counts;
}

/** Commands of a round name it; those of a run that has ended go within seconds. */
async function untilNoneRuns(round: string): Promise<string[]> {
  for (let attempt = 0; ; attempt += 1) {
    const running = commandsWith(`echo ${round};`);
    if (running.length === 0 || attempt === 50) return running;
    await sleep(200);
  }
}

function commandsWith(text: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        // It has ended since the folder was read.
        return [];
      }
    })
    .filter((command) => command.includes(text));
}
