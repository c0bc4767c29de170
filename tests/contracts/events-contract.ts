import { describe, expect, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { EventBatch, EventPosition } from '#lib/stores/stores.ts';
import { openedStores } from './opened-stores.ts';
import { delta, message, newId } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const start: EventPosition = { durable: null, live: null };
const patienceMs = 5_000;

const contents = (batch: EventBatch): string[] =>
  batch.durable.map((event) => (event.type === 'assistant.message' ? event.data.content : event.type));

const deltas = (batch: EventBatch): string[] =>
  batch.live.map((event) =>
    event.type === 'assistant.message_delta' ? event.data.deltaContent : event.type,
  );

/** IDs are opaque to clients; both stores use numbers, Redis two per ID. */
function isBefore(a: string, b: string): boolean {
  const [aFirst = 0, aSecond = 0] = a.split('-').map(Number);
  const [bFirst = 0, bSecond = 0] = b.split('-').map(Number);
  return aFirst < bFirst || (aFirst === bFirst && aSecond < bSecond);
}

export function describeEvents(open: StoreOpener): void {
  const opened = openedStores(open);
  const events = () => opened().stores.events;

  describe('the event log', () => {
    test('is read without the live buffer too, from a cursor on or from the start', async () => {
      const id = newId('conv');
      await events().append(id, [message('a'), message('b'), message('c')]);
      await events().appendLive(id, [delta('x')]);
      const { durable } = await events().read(id, start, 10);
      expect(await events().readDurable(id, null, 2)).toEqual({
        durable: durable.slice(0, 2),
        hasMore: true,
      });
      const last = durable[1]?.id ?? '';
      expect(await events().readDurable(id, last, 1)).toEqual({ durable: durable.slice(2), hasMore: false });
      for (const unknown of ['no event', '9-9', '999999']) {
        expect(await events().readDurable(id, unknown, 10)).toEqual({ durable, hasMore: false });
      }
      expect(await events().readDurable(newId('conv'), null, 1)).toEqual({ durable: [], hasMore: false });
    });

    test('returns what was appended, in order, with strictly increasing IDs', async () => {
      const id = newId('conv');
      const first = await events().append(id, [message('a'), message('b')]);
      await events().append(id, [message('c')]);
      const batch = await events().read(id, start, 10);
      expect(contents(batch)).toEqual(['a', 'b', 'c']);
      expect(first).toEqual({ status: 'appended', events: batch.durable.slice(0, 2) });
      const ids = batch.durable.map((event) => event.id);
      for (const [at, later] of ids.slice(1).entries()) expect(isBefore(ids[at] ?? '', later)).toBe(true);
    });

    test('keeps every append of two concurrent writers, each in its own order', async () => {
      const id = newId('conv');
      const write = async (store: ReturnType<typeof events>, name: string) => {
        for (let count = 0; count < 25; count += 1) await store.append(id, [message(`${name}${count}`)]);
      };
      await Promise.all([write(events(), 'a'), write(opened().elsewhere.events, 'b')]);
      const found = contents(await events().read(id, start, 100));
      const expected = (name: string) => Array.from({ length: 25 }, (_, count) => `${name}${count}`);
      expect(found.filter((content) => content.startsWith('a'))).toEqual(expected('a'));
      expect(found.filter((content) => content.startsWith('b'))).toEqual(expected('b'));
      expect(found).toHaveLength(50);
    });

    test('keeps any text unchanged', async () => {
      const id = newId('conv');
      const text = 'nul \u0000, line\r\nend, "quotes", 日本語, 👩‍👩‍👧, \u2028, \\u0041, {}';
      await events().append(id, [message(text)]);
      expect(contents(await events().read(id, start, 10))).toEqual([text]);
    });

    test('is empty for a conversation without events', async () => {
      expect(await events().read(newId('conv'), start, 10)).toEqual({
        durable: [],
        live: [],
        position: start,
        hasMore: false,
      });
    });

    test('shows nothing of another conversation', async () => {
      await events().append(newId('conv'), [message('theirs')]);
      await events().appendLive(newId('conv'), [delta('theirs')]);
      const batch = await events().read(newId('conv'), start, 10);
      expect([batch.durable, batch.live]).toEqual([[], []]);
    });

    test('survives a restart', async () => {
      const id = newId('conv');
      await events().append(id, [message('a')], { onceKey: 'k' });
      const again = await opened().reopen();
      const result = await again.events.append(id, [message('a')], { onceKey: 'k' });
      expect(result.status).toBe('repeated');
      expect(contents(await again.events.read(id, start, 10))).toEqual(['a']);
    });
  });

  describe('an event cursor', () => {
    test('marks where reading continues, page by page', async () => {
      const id = newId('conv');
      await events().append(
        id,
        ['a', 'b', 'c', 'd', 'e'].map((content) => message(content)),
      );
      const first = await events().read(id, start, 2);
      const second = await events().read(id, first.position, 2);
      const third = await events().read(id, second.position, 2);
      expect([first, second, third].map(contents)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
      expect([first, second, third].map((batch) => batch.hasMore)).toEqual([true, true, false]);
      expect(third.position.durable).toBe(third.durable[0]?.id);
    });

    test('is unchanged if nothing follows it', async () => {
      const id = newId('conv');
      await events().append(id, [message('a')]);
      const { position } = await events().read(id, start, 10);
      const batch = await events().read(id, position, 10);
      expect(batch).toEqual({ durable: [], live: [], position, hasMore: false });
    });

    test('with exactly one page left reports no more', async () => {
      const id = newId('conv');
      await events().append(
        id,
        ['a', 'b'].map((content) => message(content)),
      );
      expect((await events().read(id, start, 2)).hasMore).toBe(false);
    });

    test.each([
      '',
      'nonsense',
      '-',
      '0',
      '0-0',
      '99',
      '999999999999999-1',
      '1'.repeat(60),
      '$',
      '(1-0',
      '1-',
    ])('that names no event (%j) reads from the beginning', async (cursor) => {
      const id = newId('conv');
      await events().append(
        id,
        ['a', 'b'].map((content) => message(content)),
      );
      const batch = await events().read(id, { durable: cursor, live: cursor }, 10);
      expect(contents(batch)).toEqual(['a', 'b']);
    });

    test('of another conversation reads from the beginning', async () => {
      const id = newId('conv');
      await events().append(id, [message('a')]);
      const foreign = newId('conv');
      await events().append(
        foreign,
        ['x', 'y', 'z'].map((content) => message(content)),
      );
      const { position } = await events().read(foreign, start, 10);
      expect(contents(await events().read(id, position, 10))).toEqual(['a']);
    });

    test('that is unknown in an empty log is not returned', async () => {
      const batch = await events().read(newId('conv'), { durable: '12-3', live: null }, 10);
      expect(batch.position.durable).toBeNull();
    });
  });

  describe('a once-key', () => {
    test('appends only the first time, and returns the first event afterwards', async () => {
      const id = newId('conv');
      const first = await events().append(id, [message('a'), message('b')], { onceKey: 'k' });
      const second = await events().append(id, [message('other')], { onceKey: 'k' });
      expect(first.status === 'appended' && second).toEqual({
        status: 'repeated',
        event: first.status === 'appended' ? first.events[0] : null,
      });
      expect(contents(await events().read(id, start, 10))).toEqual(['a', 'b']);
    });

    test('admits one of 20 concurrent appends', async () => {
      const id = newId('conv');
      const stores = [events(), opened().elsewhere.events];
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (stores[at % 2] ?? events()).append(id, [message(String(at))], { onceKey: 'k' }),
        ),
      );
      expect(results.filter((result) => result.status === 'appended')).toHaveLength(1);
      const { durable } = await events().read(id, start, 100);
      expect(durable).toHaveLength(1);
      const repeated = results.flatMap((result) => (result.status === 'repeated' ? [result.event] : []));
      expect(repeated).toEqual(Array.from({ length: 19 }, () => durable[0]));
    });

    test('applies to its own conversation', async () => {
      await events().append(newId('conv'), [message('a')], { onceKey: 'k' });
      const result = await events().append(newId('conv'), [message('a')], { onceKey: 'k' });
      expect(result.status).toBe('appended');
    });
  });

  describe('an append attempt by the lease holder', () => {
    const append = (id: string, content: string, attempt: string) =>
      events().append(id, [message(content), message(`${content} too`)], { leaseToken: 'mine', attempt });

    test('is appended even if an earlier attempt had the same content', async () => {
      const id = newId('conv');
      await opened().stores.leases.acquire(id, 'mine', 60_000);
      const first = await append(id, 'same', 'one');
      const second = await append(id, 'same', 'two');
      expect([first.status, second.status]).toEqual(['appended', 'appended']);
      expect((await events().read(id, { durable: null, live: null }, 10)).durable).toHaveLength(4);
    });
  });

  describe('a lease token', () => {
    test('lets only its holder append', async () => {
      const id = newId('conv');
      await opened().stores.leases.acquire(id, 'mine', 60_000);
      const lost = await opened().elsewhere.events.append(id, [message('x')], {
        leaseToken: 'theirs',
        onceKey: 'k',
        dropsLive: true,
      });
      const current = await events().append(id, [message('a')], { leaseToken: 'mine', onceKey: 'k' });
      expect([lost.status, current.status]).toEqual(['lease_lost', 'appended']);
      expect(contents(await events().read(id, start, 10))).toEqual(['a']);
    });

    test('appends nothing after it expires', async () => {
      const id = newId('conv');
      await opened().stores.leases.acquire(id, 'mine', 50);
      await vi.waitFor(async () => {
        const result = await events().append(id, [message('a')], { leaseToken: 'mine' });
        expect(result.status).toBe('lease_lost');
      }, patienceMs);
    });

    test('appends nothing after another process took over', async () => {
      const id = newId('conv');
      await opened().stores.leases.acquire(id, 'first', 60_000);
      await opened().stores.leases.release(id, 'first');
      await opened().elsewhere.leases.acquire(id, 'second', 60_000);
      const result = await events().append(id, [message('late')], { leaseToken: 'first' });
      expect(result).toEqual({ status: 'lease_lost' });
    });
  });

  describe('the live buffer', () => {
    test('is read after the durable events, also by late readers', async () => {
      const id = newId('conv');
      await events().append(id, [message('a')]);
      await events().appendLive(id, [delta('x'), delta('y', 1)]);
      await events().appendLive(id, [delta('z', 2)]);
      const batch = await opened().elsewhere.events.read(id, start, 10);
      expect([contents(batch), deltas(batch)]).toEqual([['a'], ['x', 'y', 'z']]);
      expect(batch.live.map((event) => event.id)).toEqual([null, null, null]);
    });

    test('continues from a position in it', async () => {
      const id = newId('conv');
      await events().appendLive(id, [delta('x')]);
      const { position } = await events().read(id, start, 10);
      await events().appendLive(id, [delta('y', 1)]);
      const next = await events().read(id, position, 10);
      expect(deltas(next)).toEqual(['y']);
      expect(deltas(await events().read(id, next.position, 10))).toEqual([]);
    });

    test('is cleared when durable events replace it', async () => {
      const id = newId('conv');
      await events().appendLive(id, [delta('x')]);
      await events().append(id, [message('x')], { dropsLive: true });
      const batch = await events().read(id, start, 10);
      expect([contents(batch), deltas(batch)]).toEqual([['x'], []]);
    });

    test('remains when other events are appended', async () => {
      const id = newId('conv');
      await events().appendLive(id, [delta('x')]);
      await events().append(id, [message('a')]);
      expect(deltas(await events().read(id, start, 10))).toEqual(['x']);
    });

    test('is replaced atomically, and a reader in the middle of it continues with the replacement', async () => {
      const id = newId('conv');
      await events().append(id, [message('a')]);
      await events().appendLive(id, [delta('x'), delta('y', 1)]);
      const { position } = await events().read(id, start, 10);
      await events().appendLive(id, [delta('xyz')], { replacesLive: true });
      await events().appendLive(id, [delta('!', 3)]);
      const joining = await opened().elsewhere.events.read(id, start, 10);
      expect([contents(joining), deltas(joining)]).toEqual([['a'], ['xyz', '!']]);
      expect(deltas(await events().read(id, position, 10))).toEqual(['xyz', '!']);
    });

    test('skips and repeats nothing for a reader, across many replacements', async () => {
      const id = newId('conv');
      const expected: string[] = [];
      const found: string[] = [];
      let position = start;
      for (let round = 0; round < 30; round += 1) {
        await events().appendLive(id, [delta(`a${round}`), delta(`b${round}`)]);
        expected.push(`a${round}`, `b${round}`);
        const batch = await events().read(id, position, 10);
        found.push(...deltas(batch));
        position = batch.position;
        await events().append(id, [message('step')], { dropsLive: true });
      }
      expect(found).toEqual(expected);
    });

    test('is withheld while durable events are still unread', async () => {
      const id = newId('conv');
      await events().append(
        id,
        ['a', 'b', 'c'].map((content) => message(content)),
      );
      await events().appendLive(id, [delta('x')]);
      const first = await events().read(id, start, 2);
      expect([first.hasMore, deltas(first), first.position.live]).toEqual([true, [], null]);
      expect(deltas(await events().read(id, first.position, 2))).toEqual(['x']);
    });

    test('is bounded, and keeps the latest events', async () => {
      const id = newId('conv');
      const count = limits.liveEvents + 2_000;
      for (let at = 0; at < count; at += 1_000) {
        await events().appendLive(
          id,
          Array.from({ length: 1_000 }, (_, of) => delta(String(at + of))),
        );
      }
      const found = deltas(await events().read(id, start, 10));
      expect(found.length).toBeGreaterThanOrEqual(limits.liveEvents);
      expect(found.length).toBeLessThanOrEqual(limits.liveEvents + 1_000);
      expect(found.at(-1)).toBe(String(count - 1));
    });
  });

  describe('a subscriber', () => {
    test('that reads on each call misses no event of any process', async () => {
      const id = newId('conv');
      const durable: string[] = [];
      const live: string[] = [];
      let position = start;
      let reading = Promise.resolve();
      const readOn = async () => {
        const batch = await opened().elsewhere.events.read(id, position, 1_000);
        position = batch.position;
        durable.push(...contents(batch));
        live.push(...deltas(batch));
      };
      const follow = () => {
        reading = reading.then(readOn);
      };
      const stop = opened().elsewhere.events.subscribe(id, follow);
      follow();
      await events().append(id, [message('a')]);
      await opened().elsewhere.events.append(id, [message('b')]);
      await vi.waitFor(() => expect(durable).toEqual(['a', 'b']), patienceMs);
      await events().appendLive(id, [delta('x')]);
      await vi.waitFor(() => expect(live).toEqual(['x']), patienceMs);
      stop();
      await reading;
    });

    test('that reads on each call, though reads may lag, has every word once and none after the message of it', async () => {
      const id = newId('conv');
      const expected: string[] = [];
      const found: string[] = [];
      let position = start;
      let reading = Promise.resolve();
      const readOn = async () => {
        const batch = await opened().elsewhere.events.read(id, position, 1_000, { mayLag: true });
        position = batch.position;
        found.push(...contents(batch), ...deltas(batch));
      };
      const stop = opened().elsewhere.events.subscribe(id, () => {
        reading = reading.then(readOn);
      });
      const until = async (last: string) => {
        await vi.waitFor(() => expect(found.at(-1)).toBe(last), patienceMs);
        expect(found).toEqual(expected);
      };
      for (let round = 0; round < 5; round += 1) {
        await events().append(id, [message(`start ${round}`)]);
        expected.push(`start ${round}`);
        for (let at = 0; at < 6; at += 1) {
          const text = `${round} ${at} ${'long '.repeat(at === 3 ? limits.announcedBytes / 4 : 1)}`;
          await events().appendLive(id, [delta(text)]);
          expected.push(text);
          // Read one by one, and some of them together.
          if (at % 2 === 0) await until(text);
        }
        await until(expected.at(-1) ?? '');
        await events().append(id, [message(`end ${round}`)], { dropsLive: true });
        expected.push(`end ${round}`);
        if (round % 2 === 0) await until(`end ${round}`);
      }
      await until('end 4');
      stop();
      await reading;
    });

    test('is given the words of a message no more once it has read the message', async () => {
      const id = newId('conv');
      const { events: here } = opened().elsewhere;
      const stop = here.subscribe(id, () => {});
      for (let round = 0; round < 20; round += 1) {
        await events().appendLive(id, [delta('a')]);
        const { position } = await here.read(id, start, 1_000);
        await events().appendLive(id, [delta('b')]);
        await events().append(id, [message('ab')], { dropsLive: true });
        let seen = position;
        const texts: string[] = [];
        while (texts.at(-1) !== 'ab') {
          const batch = await here.read(id, seen, 1_000, { mayLag: true });
          seen = batch.position;
          texts.push(...deltas(batch), ...contents(batch));
          // What answers from memory waits for nothing.
          await new Promise(setImmediate);
        }
        const after = await here.read(id, seen, 1_000, { mayLag: true });
        expect(deltas(after)).toEqual([]);
      }
      stop();
    });

    test('is not called after it unsubscribes, while others still are', async () => {
      const id = newId('conv');
      const stopped = vi.fn();
      const listening = vi.fn();
      const stop = events().subscribe(id, stopped);
      const stopOther = events().subscribe(id, listening);
      await vi.waitFor(async () => {
        await events().append(id, [message('a')]);
        expect(stopped).toHaveBeenCalled();
      }, patienceMs);
      stop();
      const before = [stopped.mock.calls.length, listening.mock.calls.length] as const;
      await events().append(id, [message('b')]);
      await vi.waitFor(() => expect(listening.mock.calls.length).toBeGreaterThan(before[1]), patienceMs);
      expect(stopped.mock.calls.length).toBe(before[0]);
      stopOther();
    });

    test('is called for its own conversation only', async () => {
      const mine = vi.fn();
      const stop = events().subscribe(newId('conv'), mine);
      const other = newId('conv');
      const theirs = vi.fn();
      const stopOther = events().subscribe(other, theirs);
      for (let count = 1; count <= 5; count += 1) {
        await events().append(other, [message('b')]);
        await vi.waitFor(() => expect(theirs.mock.calls.length).toBeGreaterThanOrEqual(count), patienceMs);
      }
      // It may be called once without cause: when the subscription takes effect.
      expect(mine.mock.calls.length).toBeLessThanOrEqual(1);
      stop();
      stopOther();
    });
  });
}
