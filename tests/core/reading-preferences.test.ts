import { expect, test } from 'vitest';
import { formatReading, parseReading } from '../../lib/core/reading-preferences.ts';

test('preferences come back as they were written, for an attribute and for a cookie', () => {
  const preferences = {
    isSourceFirst: true,
    isPlain: false,
    isWrapped: true,
    isCompact: true,
    isSplit: true,
  };
  expect(formatReading(preferences, '.')).toBe('source.wrap.compact.split');
  for (const separator of [' ', '.'] as const) {
    expect(parseReading(formatReading(preferences, separator))).toEqual(preferences);
  }
});

test('what is unknown, or written by somebody else, says nothing', () => {
  const none = { isSourceFirst: false, isPlain: false, isWrapped: false, isCompact: false, isSplit: false };
  for (const text of ['', '"><script>', 'wrapped', '__proto__.constructor']) {
    expect(parseReading(text)).toEqual(none);
  }
  expect(formatReading(none)).toBe('');
});
