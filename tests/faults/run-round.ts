import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerPage, StepRow } from '#lib/core/api/ledger-row.ts';
import type { DurableEvent } from '#lib/core/vocabulary/events.ts';
import { commandsWith } from '../support/commands-with.ts';
import { until } from '../support/conversations.ts';
import { checkHistory, checkLedger, type Violation } from './check-history.ts';
import { type Answered, type Clients, type OwnConversation, startClients } from './clients.ts';
import { type Fault, NotFeltError } from './fault.ts';
import { commandOutput, type Plan } from './faulty-model.ts';
import type { History, ReadArtifact } from './history.ts';
import { createRandom, type Random } from './random.ts';
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
  /** How many servers were of the other version when it began. */
  otherServers: number;
  /** The longest that a running server has taken to answer a request. */
  longestAnswerMs: number;
  /** The longest that a server has taken to end once it was asked to, so far. */
  longestEndMs: number;
  violations: string[];
  /** What Redis has confirmed and lost, where that is known of it. */
  losses: string[];
  /** The system did not come back. */
  isBroken: boolean;
}

/** How long a system may take until all is quiet, once the faults are over. */
const quietPatienceMs = 120_000;
/** How long a server may take to end once it was asked to: twice what it promises, on a busy machine. */
const endPatienceMs = 60_000;
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
  const otherServers = system.servers.filter((server) => server.isOther()).length;
  // What clients draw depends on time: the faults must not depend on that.
  const planned = planFaults(faults, random);
  const startMs = random.integer(300, 1_500);
  const clientRandom = createRandom(random.integer(0, 1_000_000));
  const conversations: OwnConversation[] = [];
  for (let at = 0; at < conversationCount; at += 1) conversations.push(await createConversation(system));
  const answersBefore = system.model.answers.length;
  const requestsBefore = system.model.requests.length;
  const plans = faults.find((fault) => fault.plans)?.plans ?? anyPlan;
  const clients = startClients(system, clientRandom, { conversations, plans, viewers: 2 });
  await sleep(startMs);
  const endings = planned.map(async ({ fault, waitMs, lastsMs, ownRandom }) => {
    await sleep(waitMs);
    const end = await fault.start(system, ownRandom);
    await sleep(lastsMs);
    await end();
  });
  // One fault may hide another, of which then nothing is felt.
  const isFailure = (reason: unknown) => faults.length === 1 || !(reason instanceof NotFeltError);
  const faultErrors = (await Promise.allSettled(endings)).flatMap((each) =>
    each.status === 'rejected' && isFailure(each.reason)
      ? [`the fault itself failed: ${String(each.reason)}`]
      : [],
  );
  const endedMs = performance.now();
  await sleep(clientRandom.integer(300, 1_000));
  await clients.stopSending();
  const logs = await untilQuiet(clients, conversations, endedMs);
  const quietMs = performance.now() - endedMs;
  await clients.stopViewing((id) => logs.get(id)?.length ?? 0, 30_000);
  const artifacts = await readArtifacts(clients, conversations, logs, name);
  const { sent, viewings, leaks } = clients;
  const longestEndMs = Math.max(...system.servers.map((server) => server.longestEndMs()));
  const hangs = [
    ...clients.hangs.map((path) => `${path} was not answered by a running server`),
    ...(longestEndMs > endPatienceMs ? [`a server took ${Math.round(longestEndMs / 1_000)} s to end`] : []),
  ];
  const answers = system.model.answers.slice(answersBefore);
  const requests = system.model.requests.slice(requestsBefore);
  const processes = await untilNoneRuns(name);
  const endsNoRun = faults.every((fault) => fault.endsNoRun);
  const withoutLedger = {
    ...{ sent, logs, viewings, answers, requests, artifacts, processes, hangs, leaks, endsNoRun },
  };
  const history = await untilRecorded(clients, conversations, withoutLedger);
  const found = checkHistory(history);
  // What the documentation of Redis says of Sentinel: a master confirms what no replica has yet, and another one takes over.
  const mayLose = system.deployment.sentinels.length > 0 && faults.some((fault) => fault.mayFailOver);
  const hasLost = mayLose && found.some(({ kind }) => kind === 'lost');
  const isLoss = ({ kind }: Violation) => hasLost && kind !== 'wrong';
  return {
    ...{ name, faults, messages: sent.length, repeats: clients.repeats },
    ...{ quietMs, longestAnswerMs: clients.longestAnswerMs, longestEndMs },
    runs: countOutcomes(logs),
    events: [...logs.values()].reduce((sum, log) => sum + log.length, 0),
    connections: viewings.reduce((sum, viewing) => sum + viewing.connections, 0),
    artifacts: artifacts.length,
    ...{ steps: history.ledger.length, otherServers },
    violations: [...faultErrors, ...found.filter((each) => !isLoss(each)).map(({ text }) => text)],
    losses: found.filter(isLoss).map(({ text }) => text),
    isBroken: false,
  };
}

/** When each of them comes, and for how long. */
const planFaults = (faults: readonly Fault[], random: Random) =>
  faults.map((fault) => ({
    fault,
    waitMs: random.integer(0, faults.length > 1 ? 1_500 : 0),
    lastsMs: random.integer(...fault.lastsMs),
    ownRandom: createRandom(random.integer(0, 1_000_000)),
  }));

/** One that could not be ended. */
export const brokenRound = (name: string, faults: readonly Fault[], error: unknown): Round => ({
  ...{ name, faults, messages: 0, repeats: 0, runs: {}, events: 0, connections: 0, artifacts: 0, steps: 0 },
  ...{
    quietMs: 0,
    otherServers: 0,
    longestAnswerMs: 0,
    longestEndMs: 0,
    violations: [String(error)],
    losses: [],
    isBroken: true,
  },
});

async function createConversation({ frontServers, team }: SystemUnderTest): Promise<OwnConversation> {
  const url = frontServers[0]?.url ?? '';
  // In turn, since one person may send only so many messages a minute.
  const owner = team.members.shift();
  if (owner === undefined) throw new Error('a team has members');
  team.members.push(owner);
  const id = await until('a new conversation', async () => {
    const response = await fetch(`${url}/api/conversations`, {
      method: 'POST',
      headers: { Origin: url, 'Content-Type': 'application/json', ...owner.headers },
      body: JSON.stringify({ audience: team.outsider === null ? 'team' : [] }),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    return response?.ok ? String((await response.json()).id) : null;
  });
  return { id, owner };
}

/** What servers say, asked again until one says anything but that it cannot at the moment. */
async function answerOf(clients: Clients, owner: Caller, path: string): Promise<Answered> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answer = await clients.ask(owner, path);
    if (answer !== null && answer.status !== 503) return answer;
    await sleep(200);
  }
  throw new Error(`nobody answers ${path} any more`);
}

async function jsonOf<T>(clients: Clients, owner: Caller, path: string): Promise<T> {
  const { status, text } = await answerOf(clients, owner, path);
  if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  return JSON.parse(text);
}

async function untilQuiet(
  clients: Clients,
  conversations: readonly OwnConversation[],
  endedMs: number,
): Promise<Map<string, DurableEvent[]>> {
  for (;;) {
    const logs = new Map<string, DurableEvent[]>();
    for (const { id, owner } of conversations) {
      const { events } = await jsonOf<{ events: DurableEvent[] }>(
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
  round: string,
): Promise<ReadArtifact[]> {
  const found: ReadArtifact[] = [];
  for (const { id, owner } of conversations) {
    for (const event of logs.get(id) ?? []) {
      if (event.type !== 'tool.execution_complete' || !event.data.toolTelemetry.artifactId) continue;
      const { artifactId, type, exitCode, byteLength } = event.data.toolTelemetry;
      const { status, text } = await answerOf(clients, owner, `/api/artifacts/${artifactId}`);
      const ofCommand = exitCode === 0 ? commandOutput(round) : null;
      const expected = type === 'terminal' ? ofCommand : event.data.success ? planFileText : null;
      found.push({ artifactId, status, text, expected, byteLength });
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
    const page: LedgerPage = await jsonOf(clients, owner, `/api/savings/calls?${asked}`);
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
