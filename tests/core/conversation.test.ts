import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { titleFromMessage, untitled } from '../../lib/core/conversation.ts';

describe('a title from a message', () => {
  test('is its first line', () => {
    expect(titleFromMessage('  show me the readme \n\nplease')).toBe('show me the readme');
    expect(titleFromMessage('one\r\ntwo')).toBe('one');
  });

  test('is cut at a word', () => {
    const words = 'word '.repeat(30);
    expect(titleFromMessage(words)).toBe(`${'word '.repeat(11)}word…`);
    expect(titleFromMessage('a'.repeat(60))).toBe('a'.repeat(60));
  });

  test('is told as none where there is no text', () => {
    for (const text of ['', ' ', '\n\n', '\t\r\n']) expect(titleFromMessage(text)).toBe(untitled);
  });

  test('is one short well-formed line, whatever the message', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: fc.constantFrom('😀', 'a', ' ') , minLength: 30, maxLength: 90 }));
    fc.assert(
      fc.property(text, (message) => {
        const title = titleFromMessage(message);
        expect(title.length).toBeGreaterThan(0);
        expect(title.length).toBeLessThanOrEqual(61);
        expect(title).not.toContain('\n');
        expect(title.isWellFormed()).toBe(true);
      }),
    );
  });
});
