import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { titleFromMessage, untitled } from '#lib/core/vocabulary/conversation.ts';

describe('a title from a message', () => {
  test('is the first line of the message', () => {
    expect(titleFromMessage('  show me the readme \n\nplease')).toBe('show me the readme');
    expect(titleFromMessage('one\r\ntwo')).toBe('one');
  });

  test('is cut at a word boundary', () => {
    const words = 'word '.repeat(30);
    expect(titleFromMessage(words)).toBe(`${'word '.repeat(11)}word…`);
    expect(titleFromMessage('a'.repeat(60))).toBe('a'.repeat(60));
  });

  test('is never cut inside a character', () => {
    for (let before = 0; before < 4; before += 1) {
      const title = titleFromMessage('a'.repeat(before) + '😀'.repeat(60));
      expect(title.isWellFormed(), title).toBe(true);
    }
  });

  test('is null when the message has no text', () => {
    for (const text of ['', ' ', '\n\n', '\t\r\n']) expect(titleFromMessage(text)).toBe(untitled);
  });

  test('is one short well-formed line for any message', () => {
    const text = fc
      .tuple(
        fc.integer({ min: 0, max: 70 }),
        fc.array(fc.constantFrom('😀', 'a', ' ', '\n', '👩‍👩‍👧'), { maxLength: 60 }),
      )
      .map(([before, remaining]) => 'a'.repeat(before) + remaining.join(''));
    fc.assert(
      fc.property(text, (message) => {
        const title = titleFromMessage(message);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(61);
        expect(title).not.toContain('\n');
        expect(title.isWellFormed(), JSON.stringify(title)).toBe(true);
      }),
    );
  });
});
