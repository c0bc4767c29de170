import { expect, test, vi } from 'vitest';
import { createStateReader } from '../../lib/runs/state-reader.ts';
import { message, newId } from '../contracts/samples.ts';
import { openSqlite } from '../contracts/sqlite-opener.ts';

test('a state that was read is read on from, and is what the whole log gives', async () => {
  const { stores, close } = await openSqlite();
  try {
    const { events } = stores;
    const read = vi.spyOn(events, 'read');
    const readState = createStateReader(events);
    const id = newId('conv');
    await events.append(id, [message('a')]);
    expect((await readState(id)).items).toHaveLength(1);
    await events.append(id, [message('b', 'msg_2')]);
    const state = await readState(id);
    expect(state).toEqual(await createStateReader(events)(id));
    expect(state.items).toHaveLength(2);
    expect(read.mock.calls.map(([, position]) => position.durable !== null)).toEqual([false, true, false]);
  } finally {
    await close();
  }
});

test('who asks at once reads a log once, and what is written meanwhile is there for whoever asks after it', async () => {
  const { stores, close } = await openSqlite();
  try {
    const { events } = stores;
    const read = vi.spyOn(events, 'read');
    const readState = createStateReader(events);
    const id = newId('conv');
    await events.append(id, [message('a')]);
    const early = [readState(id), readState(id)];
    await events.append(id, [message('b', 'msg_2')]);
    const late = await readState(id);
    await Promise.all(early);
    expect(late.items).toHaveLength(2);
    expect(read.mock.calls.filter(([, { durable }]) => durable === null)).toHaveLength(1);
  } finally {
    await close();
  }
});

test('a reading that fails is told to whoever asked, and to nobody after', async () => {
  const { stores, close } = await openSqlite();
  try {
    const { events } = stores;
    const id = newId('conv');
    await events.append(id, [message('a')]);
    const readState = createStateReader(events);
    vi.spyOn(events, 'read').mockRejectedValueOnce(new Error('down'));
    const [first, second] = await Promise.allSettled([readState(id), readState(id)]);
    expect(first.status).toBe('rejected');
    expect(second).toMatchObject({ status: 'fulfilled', value: { items: [{}] } });
  } finally {
    await close();
  }
});
