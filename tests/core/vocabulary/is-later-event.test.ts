import { expect, test } from 'vitest';
import { isLaterEvent } from '#lib/core/vocabulary/is-later-event.ts';

test.each([
  ['10', '9', true],
  ['9', '10', false],
  ['7', '7', false],
  ['1764000000000-10', '1764000000000-9', true],
  ['1764000000001-0', '1764000000000-99', true],
  ['1764000000000-0', '1764000000000-0', false],
])('event %s came after %s: %s', (id, other, expected) => {
  expect(isLaterEvent(id, other)).toBe(expected);
});
