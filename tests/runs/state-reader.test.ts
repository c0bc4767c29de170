import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStateReader } from '#lib/runs/state-reader.ts';
import { message, newId } from '../contracts/samples.ts';
import { openSqlite } from '../contracts/sqlite-opener.ts';
import type { OpenedStores } from '../contracts/store-opener.ts';

let opened: OpenedStores;
let id: string;

/** A conversation with one message. */
beforeEach(async () => {
  opened = await openSqlite();
  id = newId('conv');
  await opened.stores.events.append(id, [message('a')]);
});
afterEach(async () => await opened?.close());

test('reading a state again continues from the last one, and gives the same as the whole log', async () => {
  const { events } = opened.stores;
  const read = vi.spyOn(events, 'read');
  const readState = createStateReader(events);
  expect((await readState(id)).items).toHaveLength(1);
  await events.append(id, [message('b', 'msg_2')]);
  const state = await readState(id);
  expect(state).toEqual(await createStateReader(events)(id));
  expect(state.items).toHaveLength(2);
  expect(read.mock.calls.map(([, position]) => position.durable !== null)).toEqual([false, true, false]);
});

test('concurrent readers read a log once, and later readers see what was written meanwhile', async () => {
  const { events } = opened.stores;
  const read = vi.spyOn(events, 'read');
  const readState = createStateReader(events);
  const early = [readState(id), readState(id)];
  await events.append(id, [message('b', 'msg_2')]);
  const late = await readState(id);
  await Promise.all(early);
  expect(late.items).toHaveLength(2);
  expect(read.mock.calls.filter(([, { durable }]) => durable === null)).toHaveLength(1);
});

test('a failed read fails only its own caller, and the next one reads again', async () => {
  const { events } = opened.stores;
  const readState = createStateReader(events);
  vi.spyOn(events, 'read').mockRejectedValueOnce(new Error('down'));
  const [first, second] = await Promise.allSettled([readState(id), readState(id)]);
  expect(first.status).toBe('rejected');
  expect(second).toMatchObject({ status: 'fulfilled', value: { items: [{}] } });
});
