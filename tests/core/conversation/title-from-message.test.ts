import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { titleFromMessage } from '#lib/core/conversation/title-from-message.ts';
import { untitled } from '#lib/core/vocabulary/conversation.ts';

describe('a title from a message', () => {
  test('is the first line of the message', () => {
    expect(titleFromMessage('  show me the readme \n\nplease')).toBe('show me the readme');
    expect(titleFromMessage('one\r\ntwo')).toBe('one');
  });

  test.each([
    ['Hi there, can you please fix the token bucket test?', 'Fix the token bucket test?'],
    ['@agent could you help me to understand why p99 doubled', 'Understand why p99 doubled'],
    ['Hello! We need to rename Tenant to Account.', 'Rename Tenant to Account'],
    ['please', 'please'],
    ['npm test fails', 'npm test fails'],
    ['# Deploy config\n\nIt is wrong.', 'Deploy config'],
    ['- **lint** everything', 'lint everything'],
    ['```sh\nnpm test\n```\nWhy does this fail?', 'Why does this fail?'],
    ['```sh\nnpm test\n```', 'npm test'],
    ['```npm test``` fails, why?', 'npm test fails, why?'],
    [
      'The import has been slow since Tuesday. It takes two hours now.',
      'The import has been slow since Tuesday',
    ],
    ['It fails. The log says nothing.', 'It fails. The log says nothing'],
    ['请修复令牌桶测试。它在时钟调整后失败。', '请修复令牌桶测试'],
  ])('is what %j is about: %s', (message, title) => {
    expect(titleFromMessage(message)).toBe(title);
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

  test('is of its first attachment when the message has no words', () => {
    expect(titleFromMessage('', [{ title: 'report.pdf' }])).toBe('report.pdf');
  });

  test('says that there is none when the message has no text', () => {
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
