import { expect, test } from 'vitest';
import { formatTyping, othersHere } from '#components/chat/others-here.ts';
import { limits } from '#lib/core/limits.ts';

const nowMs = Date.parse('2026-03-01T12:00:00.000Z');
const seen = (name: string, agoMs: number, isTyping = false) => ({
  name,
  isTyping,
  timestamp: new Date(nowMs - agoMs).toISOString(),
});

test('others present are the people who reported lately, by name, without oneself', () => {
  const presences = {
    mem_me: seen('Me', 0),
    mem_t: seen('Tomás Oliveira', 5_000, true),
    mem_a: seen('Ada', 20_000),
    mem_gone: seen('Ben', limits.presenceMs),
  };
  expect(othersHere({ presences }, 'mem_me', nowMs)).toEqual([
    { id: 'mem_a', name: 'Ada', isTyping: false },
    { id: 'mem_t', name: 'Tomás Oliveira', isTyping: true },
  ]);
  // The server does not know the browser's time.
  expect(othersHere({ presences }, 'mem_me', null)).toEqual([]);
});

test('people who are typing are listed by first name, or counted if they are many', () => {
  const other = (name: string, isTyping = true) => ({ id: name, name, isTyping });
  expect(formatTyping([])).toBeNull();
  expect(formatTyping([other('Ada', false)])).toBeNull();
  expect(formatTyping([other('Tomás Oliveira'), other('Ada', false)])).toBe('Tomás is typing');
  expect(formatTyping([other('Ada'), other('Ben')])).toBe('Ada and Ben are typing');
  expect(formatTyping([other('Ada'), other('Ben'), other('Cleo')])).toBe('3 people are typing');
});
