import { createEventHub, type EventHub, type TabMessage } from '#components/chat/event-hub.ts';
import type { OpenSource, StreamSource, StreamStatus, Timers } from '#components/chat/stream-connection.ts';
import { type DurableEvent, durableEvent } from '#lib/core/vocabulary/events.ts';

/** Time that passes only when it is told to. */
export interface FakeTime extends Timers {
  pass(ms: number): void;
}

export function createFakeTime(): FakeTime {
  let nowMs = 0;
  const waiting = new Set<{ atMs: number; run: () => void }>();
  return {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { atMs: nowMs + delayMs, run };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    pass(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = [...waiting].filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        waiting.delete(next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = endMs;
    },
  };
}

interface FakeStream {
  url: string;
  on: Parameters<OpenSource>[1];
}

/** A server of events: each stream gets what came after its cursors, `ready`, and then everything as it comes. */
export interface FakeEventServer {
  openSource: OpenSource;
  /** Streams that are open. */
  streams: FakeStream[];
  /** All that were ever asked for. */
  urls: string[];
  append(conversationId: string): string;
  idsOf(conversationId: string): string[];
  breakAll(): void;
  /** The list of conversations has changed. */
  changeList(): void;
  setDown(isDown: boolean): void;
  /** Streams are of a server of that build from now on. */
  setBuild(build: string): void;
}

/** @param answerMs how long a stream takes to be answered */
export function createFakeEventServer(time: FakeTime, answerMs = 20): FakeEventServer {
  const logs = new Map<string, DurableEvent[]>();
  let streams: FakeStream[] = [];
  const urls: string[] = [];
  let isDown = false;
  let build = '';
  let count = 0;
  const logOf = (id: string) => logs.get(id) ?? logs.set(id, []).get(id) ?? [];
  const send = (stream: FakeStream, conversationId: string, event: DurableEvent) =>
    stream.on.message(JSON.stringify({ conversationId, event }));
  const followedBy = ({ url }: FakeStream) =>
    new URL(url, 'http://test').searchParams.getAll('conversation').map((text) => text.split('@', 2));

  const answer = (stream: FakeStream) => {
    if (isDown) return stream.on.error();
    streams.push(stream);
    for (const [id = '', cursor] of followedBy(stream)) {
      const log = logOf(id);
      const from = cursor === undefined ? 0 : log.findIndex((event) => event.id === cursor) + 1;
      for (const event of log.slice(from)) send(stream, id, event);
    }
    stream.on.ready(build);
  };
  return {
    urls,
    get streams() {
      return streams;
    },
    openSource(url, on) {
      urls.push(url);
      const stream = { url, on };
      const cancel = time.after(answerMs, () => answer(stream));
      return {
        close() {
          cancel();
          streams = streams.filter((other) => other !== stream);
        },
      };
    },
    append(conversationId) {
      count += 1;
      const id = `${count}`;
      const stamp = new Date(0).toISOString();
      const event = { ...durableEvent('conversation.renamed', { title: id }, stamp), id } as DurableEvent;
      logOf(conversationId).push(event);
      for (const stream of [...streams])
        if (followedBy(stream).some(([followed]) => followed === conversationId))
          send(stream, conversationId, event);
      return id;
    },
    idsOf: (conversationId) => logOf(conversationId).map((event) => event.id),
    breakAll() {
      for (const stream of [...streams]) stream.on.error();
    },
    changeList() {
      for (const stream of [...streams]) stream.on.list();
    },
    setDown(next) {
      isDown = next;
    },
    setBuild(next) {
      build = next;
    },
  };
}

/** One tab that shows one conversation, as the page does. */
export interface FakeTab {
  conversationId: string;
  hub: EventHub;
  /** IDs of the events it has, those of its first paint included. */
  has: Set<string>;
  statuses: StreamStatus[];
  /** The page comes alive, which may be a while after the server made it. */
  follow(): void;
  /** The same for a page that shows no conversation, but the list. */
  followList(onChanged: () => void): () => void;
}

/** Tabs of one browser: a channel between them, and a lock that one holds and the next one gets. */
export function createFakeBrowser(time: FakeTime, server: FakeEventServer) {
  let tabs: FakeTab[] = [];
  let leader: FakeTab | null = null;
  let created = 0;
  const sources = new Map<FakeTab, Set<StreamSource>>();

  const elect = () => {
    leader = tabs[0] ?? null;
    leader?.hub.lead();
  };
  return {
    get tabs() {
      return tabs;
    },
    leader: () => leader,
    /** A page as the server made it now: it has all events up to here. */
    open(conversationId: string): FakeTab {
      created += 1;
      const has = new Set(server.idsOf(conversationId));
      const statuses: StreamStatus[] = [];
      let cursor = server.idsOf(conversationId).at(-1) ?? null;
      const post = (message: TabMessage) => {
        const copy = JSON.stringify(message);
        for (const other of tabs) if (other !== tab) other.hub.handle(JSON.parse(copy));
      };
      // A tab that is gone does nothing any more.
      const ifOpen = (run: () => void) => () => tabs.includes(tab) && run();
      const hub = createEventHub({
        tabId: `tab${created}`,
        streamPath: '/api/events',
        openSource(url, on) {
          const source = server.openSource(url, on);
          sources.set(tab, (sources.get(tab) ?? new Set()).add(source));
          return source;
        },
        timers: { now: time.now, after: (delayMs, run) => time.after(delayMs, ifOpen(run)) },
        post,
      });
      const tab: FakeTab = {
        conversationId,
        hub,
        has,
        statuses,
        followList(onChanged) {
          const stop = hub.followList(onChanged);
          if (leader === null) elect();
          return stop;
        },
        follow() {
          if (!tabs.includes(tab)) return;
          hub.follow({
            conversationId,
            cursor: () => cursor,
            onEvent(event) {
              if (event.id === null) return;
              has.add(event.id);
              cursor = event.id;
            },
            onStatus: (status) => statuses.push(status),
          });
          if (leader === null) elect();
        },
      };
      tabs.push(tab);
      return tab;
    },
    /** @param isClean with the word that a browser lets a closing page say; without: the tab crashed */
    close(tab: FakeTab, isClean = true): void {
      if (isClean) tab.hub.leaveAll();
      tabs = tabs.filter((other) => other !== tab);
      if (leader !== tab) return;
      for (const source of sources.get(tab) ?? []) source.close();
      leader = null;
      elect();
    },
  };
}

export type FakeBrowser = ReturnType<typeof createFakeBrowser>;
