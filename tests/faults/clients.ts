import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversationEvent } from '#lib/core/vocabulary/events.ts';
import { openEventStream } from '../support/event-stream.ts';
import { orderText, type Plan } from './faulty-model.ts';
import type { SentMessage, Viewing } from './history.ts';
import type { Random } from './random.ts';
import type { SystemUnderTest } from './system-under-test.ts';
import type { Caller } from './team.ts';

/** Far longer than anything takes on a busy machine: whoever has no answer by then has met a request that hangs. */
const answerMs = 60_000;
/** A viewer who hears nothing for so long connects again, to any server. */
const silenceMs = 4_000;

/** What a request was answered, all of it. */
export interface Answered {
  status: number;
  text: string;
}

/** The clients of one round. */
export interface Clients {
  sent: SentMessage[];
  viewings: Viewing[];
  /** Requests that a running server did not answer. */
  hangs: string[];
  /** The longest that a server which ran all the while has taken to answer one. */
  longestAnswerMs: number;
  /** Requests that were refused or lost, and repeated. */
  repeats: number;
  /** What somebody was answered who may see none of it. */
  leaks: string[];
  /** Asks any server. @returns `null`: nobody answered */
  ask(caller: Caller, path: string, init?: { method?: string; body?: unknown }): Promise<Answered | null>;
  /**
   * Nothing more is sent but a last message in each conversation: the faults are over, so it is accepted and answered. What was
   * not accepted before is tried on, for a while.
   */
  stopSending(): Promise<void>;
  /** Waits until each viewer has as many durable events as its log. */
  stopViewing(countOf: (conversationId: string) => number, patienceMs: number): Promise<void>;
}

/** A new conversation, and the member who works in it. */
export interface OwnConversation {
  id: string;
  owner: Caller;
}

interface ClientOptions {
  conversations: readonly OwnConversation[];
  plans: readonly Plan[];
  /** Of each conversation. */
  viewers: number;
}

export function startClients(
  system: SystemUnderTest,
  random: Random,
  { conversations, plans, viewers }: ClientOptions,
): Clients {
  let isSending = true;
  const stop = new AbortController();
  const clients: Clients = {
    ...{ sent: [], viewings: [], hangs: [], longestAnswerMs: 0, repeats: 0, leaks: [] },
    async ask({ headers }, path, { method = 'GET', body } = {}) {
      const server = random.pick(system.frontServers);
      const wasUp = server.isUp();
      const askedMs = performance.now();
      try {
        const response = await fetch(`${server.url}${path}`, {
          method,
          headers: {
            Origin: server.url,
            'Content-Type': 'application/json',
            Accept: 'application/json',
            ...headers,
          },
          signal: AbortSignal.timeout(answerMs),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (wasUp && server.isUp())
          clients.longestAnswerMs = Math.max(clients.longestAnswerMs, performance.now() - askedMs);
        return { status: response.status, text };
      } catch (error) {
        const isTooSlow = error instanceof DOMException && error.name === 'TimeoutError';
        // A process that was paused or killed meanwhile owes no answer.
        if (isTooSlow && wasUp && server.isUp()) clients.hangs.push(path);
        return null;
      }
    },
    async stopSending() {
      isSending = false;
      await Promise.all(writing);
      await Promise.all(conversations.map((each, at) => sendNext(state, each, `${at}-last`, 'say', true)));
    },
    async stopViewing(countOf, patienceMs) {
      const deadline = performance.now() + patienceMs;
      const isWhole = ({ conversationId, events }: Viewing) =>
        events.filter(({ id }) => id !== null).length >= countOf(conversationId);
      while (!clients.viewings.every(isWhole) && performance.now() < deadline) await sleep(50);
      stop.abort();
      await Promise.all([...viewing, spying]);
    },
  };
  const state: ClientState = { system, random, clients, isSending: () => isSending, signal: stop.signal };
  const viewing = conversations.flatMap((each) => Array.from({ length: viewers }, () => view(state, each)));
  const writing = conversations.map((each, at) => write(state, each, at, plans));
  const spying = spy(state, conversations);
  return clients;
}

interface ClientState {
  system: SystemUnderTest;
  random: Random;
  clients: Clients;
  isSending(): boolean;
  signal: AbortSignal;
}

async function write(
  state: ClientState,
  conversation: OwnConversation,
  at: number,
  plans: readonly Plan[],
): Promise<void> {
  const { random, isSending } = state;
  for (let number = 1; isSending() && number <= 6; number += 1) {
    await sendNext(state, conversation, `${at}-${number}`, random.pick(plans));
    await sleep(random.integer(100, 1_500));
  }
}

async function sendNext(
  state: ClientState,
  { id: conversationId, owner }: OwnConversation,
  number: string,
  plan: Plan,
  isLast = false,
): Promise<void> {
  const clientMessageId = `${state.system.round}-${number}`;
  const text = orderText({ id: clientMessageId, plan });
  const message: SentMessage = { conversationId, clientMessageId, text, isLast, accepted: [] };
  state.clients.sent.push(message);
  // Some pages send twice, as after a double click.
  const isTwice = state.random.chance(20);
  await Promise.all([send(state, owner, message), isTwice ? send(state, owner, message) : null]);
}

/** Until it is accepted, or refused for good. */
async function send({ clients, isSending }: ClientState, owner: Caller, message: SentMessage): Promise<void> {
  const { conversationId, clientMessageId, text } = message;
  // The last ones are tried on for a while after the fault.
  for (let patience = 100; patience > 0; patience -= isSending() ? 0 : 1) {
    const response = await clients.ask(owner, `/api/conversations/${conversationId}/messages`, {
      method: 'POST',
      body: { text, clientMessageId },
    });
    if (response?.status === 202) {
      const answer = JSON.parse(response.text);
      message.accepted.push({ messageId: answer.messageId, runId: answer.runId });
      return;
    }
    clients.repeats += 1;
    await sleep(200);
  }
}

/** Follows a conversation over as many connections as it takes, and goes on after the last event it has. */
async function view(
  { system, random, clients, signal }: ClientState,
  { id: conversationId, owner }: OwnConversation,
): Promise<void> {
  const viewing: Viewing = { conversationId, events: [], connections: 0 };
  clients.viewings.push(viewing);
  while (!signal.aborted) {
    const lastId = viewing.events.findLast(({ id }) => id !== null)?.id ?? null;
    const resumed = lastId === null ? {} : { 'Last-Event-ID': lastId };
    const url = `${random.pick(system.frontServers).url}/api/conversations/${conversationId}/events`;
    const opening = openEventStream(url, {
      Accept: 'text/event-stream',
      ...owner.headers,
      ...resumed,
    }).catch(() => null);
    const stream = await Promise.race([opening, sleep(silenceMs, null)]);
    if (stream?.status !== 200) {
      stream?.close();
      void opening.then((late) => late?.close());
      await sleep(random.integer(50, 300));
      continue;
    }
    viewing.connections += 1;
    let isEnded = false;
    void stream.ended.then(() => {
      isEnded = true;
    });
    let taken = 0;
    let heardMs = performance.now();
    const take = () => {
      const fresh = stream.messages.slice(taken).filter(({ data }) => data !== '');
      if (stream.messages.length > taken) heardMs = performance.now();
      taken = stream.messages.length;
      viewing.events.push(...fresh.map(({ data }) => JSON.parse(data) as ConversationEvent));
    };
    while (!isEnded && !signal.aborted && performance.now() - heardMs < silenceMs) {
      await sleep(20);
      take();
    }
    stream.close();
    take();
  }
}

/** Somebody who may see nothing of it asks all the time: while a store is away too, nobody is let in. */
async function spy(
  { system, random, clients, signal }: ClientState,
  conversations: readonly OwnConversation[],
): Promise<void> {
  const { outsider } = system.team;
  while (outsider !== null && !signal.aborted) {
    const { id } = random.pick(conversations);
    const artifactId = clients.viewings.flatMap(({ events }) => events.flatMap(artifactOf)).at(-1);
    const paths = [`/api/conversations/${id}`, `/api/conversations/${id}/events`];
    if (artifactId !== undefined) paths.push(`/api/artifacts/${artifactId}`);
    const path = random.pick(paths);
    const response = await clients.ask(random.pick([outsider, { headers: {} }]), path);
    if (response?.status === 200) clients.leaks.push(path);
    await sleep(100);
  }
}

const artifactOf = (event: ConversationEvent): string[] =>
  event.type === 'tool.execution_complete' ? [event.data.toolTelemetry.artifactId ?? ''].filter(Boolean) : [];
