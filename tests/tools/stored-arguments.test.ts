import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { durableEvent, parseEvent } from '#lib/core/vocabulary/events.ts';
import { storedArguments } from '#lib/tools/stored-arguments.ts';

const nested = (depth: number): unknown => {
  let value: unknown = 'end';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('arguments as they are kept', () => {
  test('are what was given', () => {
    for (const input of [{}, { path: 'a', startLine: null }, [], 'x', 0, false, null, { a: [{ b: [1] }] }])
      expect(storedArguments(input)).toEqual(input);
    expect(storedArguments(undefined)).toBeNull();
  });

  test('are cut where they are too long', () => {
    const kept = JSON.stringify(storedArguments({ content: 'x'.repeat(1_000_000) }));
    expect(kept.length).toBeLessThan(limits.storedArgumentCharacters + 100);
    expect(kept).toContain('content');
  });

  test('can always be written, and read back as an event', () => {
    for (const input of [
      nested(10),
      nested(60),
      nested(1_000),
      nested(3_000),
      nested(100_000),
      { a: 'x\ud83d' },
    ]) {
      const event = durableEvent(
        'tool.execution_start',
        { toolCallId: 't', toolName: 'n', arguments: storedArguments(input) },
        '2026-03-01T12:00:00.000Z',
      );
      const read = parseEvent(JSON.parse(JSON.stringify({ ...event, id: '1' })));
      expect(read).toEqual({ ...event, id: '1' });
    }
    expect(storedArguments(nested(10))).toEqual(nested(10));
  });
});
