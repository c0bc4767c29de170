import { expect, test } from 'vitest';
import { promptSettingsSchema } from '#lib/core/vocabulary/prompts/prompt.ts';
import { fieldAfter, fieldsIn } from '#lib/core/vocabulary/prompts/prompt-text.ts';

test('fields are names in double braces on one line', () => {
  expect(fieldsIn('Review {{ branch }} for {{who}}')).toEqual([
    { name: 'branch', start: 7, end: 19 },
    { name: 'who', start: 24, end: 31 },
  ]);
  expect(fieldsIn('{{}} {{a\nb}} {single} {{{{')).toEqual([]);
});

test('after the last field comes none, so that Tab leaves the message', () => {
  const text = '{{a}} and {{b}}';
  expect(fieldAfter(text, 0)?.name).toBe('a');
  expect(fieldAfter(text, 5)?.name).toBe('b');
  expect(fieldAfter(text, 15)).toBeNull();
  expect(fieldAfter('none', 0)).toBeNull();
});

test('a prompt without words, or with more than a message has, is refused', () => {
  expect(promptSettingsSchema.safeParse({ text: ' ' }).success).toBe(false);
  expect(promptSettingsSchema.safeParse({ text: 'x'.repeat(8_001) }).success).toBe(false);
});
