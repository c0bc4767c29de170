import { expect, test } from 'vitest';
import { formatReading, parseReading } from '#lib/core/vocabulary/reading-preferences.ts';

test('reading preferences survive a round trip through an attribute and a cookie', () => {
  const preferences = {
    isSourceFirst: true,
    isPlain: false,
    isWrapped: true,
    isCompact: true,
    isSplit: true,
    isRaw: false,
    isUnlinked: true,
    isKeyless: false,
  };
  expect(formatReading(preferences, '.')).toBe('source.wrap.compact.split.unlinked');
  for (const separator of [' ', '.'] as const) {
    expect(parseReading(formatReading(preferences, separator))).toEqual(preferences);
  }
});

test('unknown or forged preferences are ignored', () => {
  const none = {
    isSourceFirst: false,
    isPlain: false,
    isWrapped: false,
    isCompact: false,
    isSplit: false,
    isRaw: false,
    isUnlinked: false,
    isKeyless: false,
  };
  for (const text of ['', '"><script>', 'wrapped', '__proto__.constructor']) {
    expect(parseReading(text)).toEqual(none);
  }
  expect(formatReading(none)).toBe('');
});
