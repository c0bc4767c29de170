import { describe, expect, test } from 'vitest';
import { forModel } from '#lib/split/secrets/for-model.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { maskText } from './masking.ts';
import { disguises, secretFormats, tokens } from './secret-formats.ts';

const view = async (text: string) => (await forModel(text, { known: [], names: createSecretNames() })).text;
const anyMark = (text: string) => text.replace(/\[masked: [^\]\n]+\]/g, '[masked]');

describe('a secret does not reach the model', () => {
  test('in any of at least 61 formats', () => {
    expect(secretFormats.length).toBeGreaterThanOrEqual(61);
    expect(new Set(secretFormats.map(({ name }) => name)).size).toBe(secretFormats.length);
  });

  test.each(secretFormats)('$name, and nothing else is masked', async ({ secret, text }) => {
    const masked = text.replace(secret, '[masked]');
    expect(anyMark(await view(text))).toBe(masked);
    // Readers of a result that streams by get the same.
    expect(anyMark(maskText(text))).toBe(masked);
  });
});

describe.each(disguises)('a token disguised by $name does not reach the model', ({ write, partsOf }) => {
  test.each(Object.entries(tokens))('%s', async (_name, token) => {
    const text = write(token);
    for (const masked of [await view(text), maskText(text)]) {
      expect(masked).toMatch(/^see .*\[masked: /);
      expect(masked).toMatch(/ here$/);
      expect(masked.split('\n').length).toBe(text.split('\n').length);
      for (const part of partsOf(token)) expectNothingOf(part.replace(/=+$/, ''), masked);
    }
  });
});

/** No stretch of it, longer than chance gives. */
function expectNothingOf(part: string, masked: string): void {
  for (let at = 0; at + 8 <= part.length; at += 1) expect(masked).not.toContain(part.slice(at, at + 8));
}
