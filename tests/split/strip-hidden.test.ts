import { describe, expect, test } from 'vitest';
import { stripHidden } from '#lib/split/strip-hidden.ts';

describe('what hides is taken out', () => {
  test.each([
    ['directions', 'a\u202eb\u2066c\u2069\u200fd\u061c'],
    ['tags', 'a\u{e0069}\u{e0067}b\u{e007f}cd'],
    ['zero-width characters', '\ufeffa\u200bb\u200cc\u200dd\u2060'],
    [
      'selectors that follow each other, which can carry any text',
      'a\ufe0f\u{e0152}\u{e0153}\ufe01b\u{e0154}cd',
    ],
    ['controls', 'a\u0000b\u001bc\u0085d\u007f'],
    ['fillers and soft hyphens', 'a\u00adb\u3164c\u115fd'],
  ])('%s', (_name, text) => {
    expect(stripHidden(text).replace('\ufe0f', '')).toBe('abcd');
  });
});

test.each([
  ['lines, also of Windows, and tabs', 'a\tb\r\nc\n'],
  ['an emoji of several', '👩‍💻 👨‍👩‍👧 🏳️‍🌈 ❤️ 1️⃣ 👍🏽'],
  ['words of scripts that need joiners', 'می\u200cخواهم क्\u200dष'],
  ['a variant of a character', '葛\u{e0100} ︎☂︎'.replace(' ︎', ' ')],
  ['half characters', 'a\ud83d b'],
])('%s stay', (_name, text) => {
  expect(stripHidden(text)).toBe(text);
});
