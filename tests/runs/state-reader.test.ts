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
    const first = { ...message('a'), data: { messageId: 'msg_1', content: 'a' } };
    const second = { ...message('b'), data: { messageId: 'msg_2', content: 'b' } };
    await events.append(id, [first]);
    expect((await readState(id)).items).toHaveLength(1);
    await events.append(id, [second]);
    const state = await readState(id);
    expect(state).toEqual(await createStateReader(events)(id));
    expect(state.items).toHaveLength(2);
    expect(read.mock.calls.map(([, position]) => position.durable !== null)).toEqual([false, true, false]);
  } finally {
    await close();
  }
});
