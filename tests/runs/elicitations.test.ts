import { expect, test } from 'vitest';
import type { Elicitation } from '#lib/core/vocabulary/tools/elicitation.ts';
import { createElicitations } from '#lib/runs/elicitations.ts';

const key = { conversationId: 'conv_a', toolCallId: 'constructor' };
const question = (message: string): Omit<Elicitation, 'id'> => ({
  server: 'tickets',
  message,
  fields: [{ kind: 'flag', name: 'ok', label: 'OK', description: null, isRequired: true, initial: false }],
  timestamp: '2026-03-01T12:00:00.000Z',
});

function open() {
  const elicitations = createElicitations();
  const seen: (Elicitation | null)[] = [];
  const stop = new AbortController();
  const ask = (message: string) =>
    elicitations.ask(key, question(message), { signal: stop.signal, onChange: (one) => seen.push(one) });
  const idNow = () => seen.at(-1)?.id ?? '';
  return { elicitations, seen, stop, ask, idNow };
}

test('one question of a call is asked at a time, and gets its own answer only', async () => {
  const { elicitations, seen, ask, idNow } = open();
  const both = [ask('first'), ask('second')];
  await expect.poll(() => seen.length).toBe(1);
  const first = idNow();
  expect(elicitations.answer(key, { id: 'another', action: 'cancel' })).toBe('absent');
  expect(elicitations.answer({ ...key, toolCallId: 'x' }, { id: first, action: 'cancel' })).toBe('absent');
  expect(elicitations.answer(key, { id: first, action: 'accept', content: {} })).toEqual({
    problem: 'OK: It is needed.',
  });
  expect(elicitations.answer(key, { id: first, action: 'accept', content: { ok: true } })).toBe('done');
  await expect.poll(() => seen.at(-1)?.message).toBe('second');
  expect(elicitations.answer(key, { id: first, action: 'cancel' })).toBe('absent');
  expect(elicitations.answer(key, { id: idNow(), action: 'decline', content: { ok: true } })).toBe('done');
  expect(await Promise.all(both)).toMatchObject([
    { action: 'accept', content: { ok: true } },
    { action: 'decline' },
  ]);
  expect((await both[1])?.content).toBeUndefined();
  expect(seen.map((one) => one?.message ?? null)).toEqual(['first', null, 'second', null]);
});

test('a run that is stopped takes its questions back', async () => {
  const { elicitations, seen, stop, ask, idNow } = open();
  const both = [ask('first'), ask('second')];
  await expect.poll(() => seen.length).toBe(1);
  const id = idNow();
  stop.abort();
  expect(await Promise.all(both)).toMatchObject([{ action: 'cancel' }, { action: 'cancel' }]);
  expect(elicitations.answer(key, { id, action: 'cancel' })).toBe('absent');
  expect(seen.at(-1)).toBeNull();
});
