import { beforeEach, describe, expect, test } from 'vitest';
import {
  createStreamConnection,
  type OpenSource,
  type StreamStatus,
} from '#components/chat/stream-connection.ts';
import { createFakeTime, type FakeTime } from '../support/fake-tabs.ts';

interface OpenedSource {
  url: string;
  on: Parameters<OpenSource>[1];
  isClosed: boolean;
  openedAtMs: number;
}

let time: FakeTime;
let opened: OpenedSource[];
let statuses: StreamStatus[];
let messages: string[];
let readyCount: number;
let listCount: number;
let url: string | null;
let connection: ReturnType<typeof createStreamConnection>;

beforeEach(() => {
  time = createFakeTime();
  [opened, statuses, messages, readyCount, listCount, url] = [[], [], [], 0, 0, '/events'];
  connection = createStreamConnection({
    openSource(address, on) {
      const source = { url: address, on, isClosed: false, openedAtMs: time.now() };
      opened.push(source);
      return {
        close() {
          source.isClosed = true;
        },
      };
    },
    timers: time,
    url: () => url,
    onMessage: (data) => messages.push(data),
    onReady: () => {
      readyCount += 1;
    },
    onList: () => {
      listCount += 1;
    },
    onStatus: (status) => statuses.push(status),
  });
});

const latest = (): OpenedSource => {
  const source = opened.at(-1);
  if (!source) throw new Error('nothing was opened');
  return source;
};

describe('an event stream', () => {
  test('is not opened if there is nothing to follow, and is closed when that becomes so', () => {
    url = null;
    connection.open();
    expect(opened).toEqual([]);
    url = '/events';
    connection.open();
    url = null;
    connection.open();
    expect(opened.map((source) => source.isClosed)).toEqual([true]);
    time.pass(120_000);
    expect(opened).toHaveLength(1);
  });

  test('is connected once the past events are replayed, and passes on events', () => {
    connection.open();
    latest().on.message('a');
    expect(statuses).toEqual([]);
    latest().on.ready('one');
    latest().on.message('b');
    latest().on.list();
    expect([statuses, messages, readyCount, listCount]).toEqual([['connected'], ['a', 'b'], 1, 1]);
  });

  test('when reopened, closes the previous source and ignores its late events', () => {
    connection.open();
    const [before] = opened;
    connection.open();
    before?.on.message('late');
    before?.on.ready('one');
    before?.on.list();
    before?.on.error();
    expect([before?.isClosed, messages, statuses, listCount]).toEqual([true, [], [], 0]);
    time.pass(20_000);
    expect(opened).toHaveLength(2);
  });
});

describe('after an error', () => {
  test('the stream reconnects after 1, 2, 4, 8 and then every 15 seconds, each time with the current URL', () => {
    connection.open();
    for (let count = 0; count < 7; count += 1) {
      url = `/events?attempt=${count}`;
      latest().on.error();
      time.pass(15_000);
    }
    const waits = opened.slice(1).map((source, index) => source.openedAtMs - index * 15_000);
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
    expect(opened.slice(1).map((source) => source.url)).toEqual(
      Array.from({ length: 7 }, (_, count) => `/events?attempt=${count}`),
    );
    expect(new Set(statuses)).toEqual(new Set(['reconnecting']));
  });

  test('a message from the server resets the delay', () => {
    connection.open();
    for (let count = 0; count < 4; count += 1) {
      latest().on.error();
      time.pass(15_000);
    }
    latest().on.ready('one');
    latest().on.error();
    const count = opened.length;
    time.pass(999);
    expect(opened).toHaveLength(count);
    time.pass(1);
    expect(opened).toHaveLength(count + 1);
  });

  test('a second error of the same source counts once', () => {
    connection.open();
    latest().on.error();
    opened[0]?.on.error();
    time.pass(1_000);
    expect(opened).toHaveLength(2);
    expect(statuses).toEqual(['reconnecting']);
  });

  test('stopping the stream stops the retries', () => {
    connection.open();
    latest().on.error();
    connection.stop();
    time.pass(120_000);
    expect(opened).toHaveLength(1);
  });
});

describe('silence', () => {
  test('of 45 seconds is an error', () => {
    connection.open();
    latest().on.ready('one');
    time.pass(44_999);
    expect(statuses).toEqual(['connected']);
    time.pass(1);
    expect(statuses).toEqual(['connected', 'reconnecting']);
    expect(latest().isClosed).toBe(true);
    time.pass(1_000);
    expect(opened).toHaveLength(2);
  });

  test('is ended by a ping', () => {
    connection.open();
    latest().on.ready('one');
    for (let count = 0; count < 20; count += 1) {
      time.pass(30_000);
      latest().on.ping();
    }
    expect(statuses).toEqual(['connected']);
    expect(opened).toHaveLength(1);
  });

  test('of a source that never responds is an error too', () => {
    connection.open();
    time.pass(45_000);
    expect(statuses).toEqual(['reconnecting']);
  });
});
