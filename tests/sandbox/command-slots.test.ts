import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { CommandLimits } from '#lib/workspace/sandbox/command-limits.ts';
import { createCommandSlots } from '#lib/workspace/sandbox/command-slots.ts';

const never = new AbortController().signal;

/** Takes places and tells of who got in, in order. */
function watched(change: Partial<CommandLimits> = {}) {
  const commandSlots = createCommandSlots({ ...limits, ...change });
  const entered: string[] = [];
  const waited: string[] = [];
  const leave = new Map<string, () => void>();
  const take = (name: string, conversation: string, signal = never) =>
    commandSlots
      .take(conversation, signal, () => waited.push(name))
      .then((giveBack) => {
        entered.push(name);
        leave.set(name, giveBack);
      });
  return { take, entered, waited, leave: (name: string) => leave.get(name)?.() };
}

describe('places', () => {
  test('are two a conversation and four a server; the rest wait in order', async () => {
    const { take, entered, waited, leave } = watched();
    void take('a1', 'a');
    void take('a2', 'a');
    void take('a3', 'a');
    void take('b1', 'b');
    void take('c1', 'c');
    void take('d1', 'd');
    void take('e1', 'e');
    await turn();
    expect(entered).toEqual(['a1', 'a2', 'b1', 'c1']);
    expect(waited).toEqual(['a3', 'd1', 'e1']);
    leave('b1');
    await turn();
    // The third of a conversation lets others pass.
    expect(entered.slice(4)).toEqual(['d1']);
    leave('a1');
    leave('a1');
    await turn();
    expect(entered.slice(4)).toEqual(['d1', 'a3']);
    leave('c1');
    await turn();
    expect(entered.slice(4)).toEqual(['d1', 'a3', 'e1']);
  });

  test('are waited for by all 200 commands of a step, which run in their order and two at a time', async () => {
    const { take, entered, leave } = watched();
    const names = Array.from({ length: 200 }, (_, index) => `command ${index}`);
    const runs = names.map((name) => take(name, 'a'));
    for (const [index, name] of names.entries()) {
      await runs[index];
      expect(entered.length).toBeLessThanOrEqual(index + limits.commandsPerConversation);
      leave(name);
    }
    expect(entered).toEqual(names);
  });

  test('are not waited for by more of one conversation than its queue holds, and others still wait', async () => {
    const { take, waited } = watched({ commandsPerServer: 1, commandQueue: 3 });
    await take('first', 'x');
    for (let index = 0; index < 3; index++) void take(`w${index}`, 'x');
    await expect(take('late', 'x')).rejects.toMatchObject({ code: 'unavailable' });
    void take('other', 'y');
    await turn();
    expect(waited).toEqual(['w0', 'w1', 'w2', 'other']);
  });

  test('are not waited for by more than the server holds', async () => {
    const { take } = watched({ commandsPerServer: 1, commandQueuePerServer: 3 });
    await take('first', 'x');
    for (let index = 0; index < 3; index++) void take(`w${index}`, `conversation ${index}`);
    await expect(take('late', 'y')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('are left by all who wait in a run that is stopped', async () => {
    const { take, entered, leave } = watched();
    const stop = new AbortController();
    await take('a1', 'a');
    await take('a2', 'a');
    const runs = Array.from({ length: 200 }, (_, index) => take(`w${index}`, 'a', stop.signal));
    void take('next', 'a');
    stop.abort(new Error('stopped'));
    for (const run of runs) await expect(run).rejects.toThrow('stopped');
    leave('a1');
    await turn();
    expect(entered).toEqual(['a1', 'a2', 'next']);
  });

  test('are left by who is stopped while waiting, with the reason', async () => {
    const { take, entered, leave } = watched();
    const stop = new AbortController();
    await take('a1', 'a');
    await take('a2', 'a');
    const stopped = take('a3', 'a', stop.signal);
    void take('a4', 'a');
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    leave('a1');
    await turn();
    expect(entered).toEqual(['a1', 'a2', 'a4']);
    await expect(take('a5', 'a', stop.signal)).rejects.toThrow('stopped');
  });
});
