import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createFakeBrowser,
  createFakeEventServer,
  createFakeTime,
  type FakeBrowser,
  type FakeEventServer,
  type FakeTab,
  type FakeTime,
} from '../support/fake-tabs.ts';

let time: FakeTime;
let server: FakeEventServer;
let browser: FakeBrowser;
beforeEach(() => {
  time = createFakeTime();
  server = createFakeEventServer(time);
  browser = createFakeBrowser(time, server);
});

function openTab(conversationId = 'c'): FakeTab {
  const tab = browser.open(conversationId);
  tab.follow();
  time.pass(200);
  return tab;
}
const expectAllSeen = () => {
  for (const tab of browser.tabs)
    expect([...tab.has].toSorted()).toEqual(server.idsOf(tab.conversationId).toSorted());
};

describe('tabs of one browser', () => {
  test('all learn the build of the server, also of one that takes its place, and late ones at once', () => {
    server.setBuild('one');
    const heard: string[] = [];
    const [first, second] = [openTab('c'), openTab('d')];
    const leave = second.hub.followBuild((build) => heard.push(`second ${build}`));
    expect(heard).toEqual(['second one']);
    first.hub.followBuild((build) => heard.push(`first ${build}`));
    leave();
    server.setBuild('two');
    server.breakAll();
    time.pass(20_000);
    expect(heard).toEqual(['second one', 'first one', 'first two']);
    const late = browser.open('e');
    late.hub.followBuild((build) => heard.push(`late ${build}`));
    time.pass(200);
    expect(heard.splice(3)).toEqual(['late two']);
    // A server that names none is none of another version.
    server.setBuild('');
    server.breakAll();
    time.pass(20_000);
    expect(heard).toHaveLength(3);
  });

  test('share one stream for all conversations, and each receives the events of its own', () => {
    const [first, second, third] = [openTab('c'), openTab('c'), openTab('d')];
    expect(server.streams).toHaveLength(1);
    server.append('c');
    server.append('d');
    expect([first.has.size, second.has.size, third.has.size]).toEqual([1, 1, 1]);
    expectAllSeen();
  });

  test('that open at once open one stream', () => {
    const tabs = Array.from({ length: 5 }, () => browser.open('c'));
    for (const tab of tabs) tab.follow();
    time.pass(200);
    expect(server.urls).toHaveLength(1);
  });

  test('receive the events between their first paint and their connection', () => {
    openTab();
    server.append('c');
    const late = browser.open('c');
    for (let count = 0; count < 5; count += 1) server.append('c');
    late.follow();
    // The next event arrives before the stream is reopened for the late tab.
    server.append('c');
    time.pass(200);
    expectAllSeen();
  });

  test('remove a conversation from the stream when no tab shows it any more', () => {
    const tab = openTab('d');
    openTab('c');
    browser.close(tab);
    time.pass(200);
    expect(server.streams.map(({ url }) => url)).toEqual([expect.stringMatching(/conversation=c$/)]);
  });

  test('that crash are forgotten after three minutes', () => {
    openTab('c');
    const crashed = openTab('d');
    browser.close(crashed, false);
    time.pass(100_000);
    expect(server.streams[0]?.url).toContain('conversation=d');
    time.pass(120_000);
    expect(server.streams[0]?.url).not.toContain('conversation=d');
  });
});

describe('the list of conversations', () => {
  const openListTab = (conversationId?: string) => {
    let count = 0;
    const tab = browser.open(conversationId ?? 'none');
    const stop = tab.followList(() => {
      count += 1;
    });
    if (conversationId !== undefined) tab.follow();
    time.pass(200);
    return { tab, stop, count: () => count };
  };

  test('is followed by every tab with one stream, also where no conversation is open', () => {
    const tabs = [openListTab(), openListTab('c')];
    expect(server.streams).toHaveLength(1);
    const before = tabs.map(({ count }) => count());
    server.changeList();
    expect(tabs.map(({ count }) => count())).toEqual(before.map((count) => count + 1));
  });

  test('may have changed while there was no stream', () => {
    const { count } = openListTab();
    server.breakAll();
    const before = count();
    time.pass(1_100);
    expect(count()).toBe(before + 1);
  });

  test('is followed on by the tab that leads next', () => {
    const [first, second] = [openListTab(), openListTab()];
    browser.close(first.tab);
    time.pass(200);
    expect(server.streams).toHaveLength(1);
    const before = second.count();
    server.changeList();
    expect(second.count()).toBe(before + 1);
    second.stop();
    server.changeList();
    expect(second.count()).toBe(before + 1);
  });
});

describe('when the leading tab closes', () => {
  test.each([true, false])('another tab takes over and no event is missed (said goodbye: %s)', (isClean) => {
    const [leader, ...others] = [openTab('c'), openTab('c'), openTab('d')];
    server.append('c');
    if (leader) browser.close(leader, isClean);
    server.append('c');
    server.append('d');
    time.pass(500);
    server.append('c');
    expect(others).toHaveLength(2);
    expect(browser.leader()).toBe(others[0]);
    expectAllSeen();
  });
});

test('a tab that joined just before still receives the events it lacks', () => {
  const leader = openTab();
  openTab();
  const late = browser.open('c');
  server.append('c');
  late.follow();
  // It has the new event now, but not the one before.
  server.append('c');
  browser.close(leader);
  time.pass(500);
  expectAllSeen();
});

describe('when the stream fails', () => {
  test('every tab is notified, and again once the stream is reopened after the last event', () => {
    const tabs = [openTab(), openTab()];
    const last = server.append('c');
    server.breakAll();
    for (const tab of tabs) expect(tab.statuses.at(-1)).toBe('reconnecting');
    server.append('c');
    time.pass(999);
    expect(server.streams).toHaveLength(0);
    time.pass(100);
    expect(server.urls.at(-1)).toBe(`/api/events?conversation=c%40${last}`);
    for (const tab of tabs) expect(tab.statuses.at(-1)).toBe('connected');
    expectAllSeen();
  });

  test('a tab that opens meanwhile is notified, and does not send extra requests to a server that is down', () => {
    openTab();
    server.setDown(true);
    server.breakAll();
    time.pass(30_000);
    const late = openTab();
    expect(late.statuses.at(-1)).toBe('reconnecting');
    const before = server.urls.length;
    time.pass(60_000);
    expect(server.urls.length - before).toBeLessThanOrEqual(5);
    server.setDown(false);
    server.append('c');
    time.pass(16_000);
    expect(late.statuses.at(-1)).toBe('connected');
    expectAllSeen();
  });
});

test('a tab that needs a part receives it, also after another tab requested everything', () => {
  openTab();
  const [second, third] = [browser.open('c'), browser.open('c')];
  server.append('c');
  const late = browser.open('c');
  second.follow();
  time.pass(200);
  server.append('c');
  browser.close(browser.leader() ?? late);
  // The current leader knows only the last event, and is asked for all of them.
  third.follow();
  time.pass(200);
  late.follow();
  time.pass(200);
  expectAllSeen();
});

type Step =
  | { kind: 'append' | 'break' | 'closeLeader' | 'pass' }
  | { kind: 'open' | 'wake' | 'close'; pick: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ kind: 'append' } as const) },
  { weight: 4, arbitrary: fc.constant({ kind: 'pass' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'break' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'closeLeader' } as const) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constantFrom('open', 'wake', 'wake', 'close'), pick: fc.nat(9) }),
  },
) as fc.Arbitrary<Step>;

/** Runs steps on one conversation, each a few milliseconds after the other. */
function play(steps: readonly Step[], gapMs: number): void {
  const asleep: FakeTab[] = [];
  const actions: Record<Step['kind'], (pick: number) => void> = {
    append: () => void server.append('c'),
    pass: () => time.pass(300),
    break: () => server.breakAll(),
    open: () => void asleep.push(browser.open('c')),
    wake: () => asleep.shift()?.follow(),
    close: (pick) => {
      const awake = browser.tabs.filter((tab) => !asleep.includes(tab) && tab !== browser.leader());
      const tab = awake[pick % Math.max(1, awake.length)];
      if (tab) browser.close(tab, pick % 2 === 0);
    },
    closeLeader: () => {
      const leader = browser.leader();
      if (leader && browser.tabs.some((tab) => tab !== leader && !asleep.includes(tab)))
        browser.close(leader);
    },
  };
  for (const one of steps) {
    actions[one.kind]('pick' in one ? one.pick : 0);
    time.pass(gapMs);
  }
  for (const tab of asleep) tab.follow();
  time.pass(60_000);
}

test('every tab ends up with every event, whatever tabs do', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.integer({ min: 0, max: 60 }),
      (steps, gapMs) => {
        time = createFakeTime();
        server = createFakeEventServer(time);
        browser = createFakeBrowser(time, server);
        openTab();
        play(steps, gapMs);
        expectAllSeen();
        expect(server.streams.length).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 500 },
  );
});
