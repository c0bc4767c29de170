import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forModel } from '#lib/split/secrets/for-model.ts';
import { createSecretNames, fingerprintOf } from '#lib/split/secrets/secret-names.ts';
import { hex, madeUp } from './masking.ts';

const read = (text: string, known: { name: string; value: string }[] = [], names = createSecretNames()) =>
  forModel(text, { known, names });

const token = `ghp_${madeUp(36)}`;

describe('a text for the model', () => {
  test('that needs nothing is the same', async () => {
    const text = 'line 1\r\n\tline 2: recall_output("art_k7qz2vtx4blw3ryn6cjf5hsp2d", lines "4-9")\n';
    expect(await read(text)).toEqual({ text, masked: [] });
  });

  test('tells what was masked in it, and how often', async () => {
    const { text, masked } = await read(`${token} and ${token}, redis://:hunter2@cache`);
    expect(text).toBe(
      '[masked: github token #1] and [masked: github token #1], redis://:[masked: password #1]@cache',
    );
    expect(masked).toEqual([
      { name: 'github token #1', fingerprint: fingerprintOf(token), count: 2 },
      { name: 'password #1', fingerprint: fingerprintOf('hunter2'), count: 1 },
    ]);
  });

  test('tells the same of a text that was masked before, and changes nothing', async () => {
    const names = createSecretNames();
    const first = await read(`see ${token}`, [], names);
    expect(await read(first.text, [], names)).toEqual(first);
  });

  test('takes no word for a name that was never given', async () => {
    const text = 'it says [masked: github token #1] and [masked: nothing]';
    expect(await read(text)).toEqual({ text, masked: [] });
  });

  test('is masked behind hidden characters too', async () => {
    expect((await read(`ghp_\u200b${madeUp(36)}`)).text).toBe('[masked: github token #1]');
  });

  test('is masked by rules that are not ours, at any place of a long one', async () => {
    const shopify = `shppa_${hex(32)}`;
    const filler = 'ordinary words of a long text\n'.repeat(6_000);
    const { text } = await read(`${filler}${shopify}\n${filler}`);
    expect(text).toBe(`${filler}[masked: service token #1]\n${filler}`);
  });

  test('cannot switch a rule off by a comment', async () => {
    const linear = `x_hf_${madeUp(34, 'abcdefghijklmnopqrstuvwxyz')}`.slice(2);
    const { text } = await read(`// secretlint-disable\n${linear}\n`);
    expect(text).toBe('// secretlint-disable\n[masked: service token #1]\n');
  });

  test('keeps the lines of a certificate, and not lines of a key that came without its beginning', async () => {
    const lines = `${madeUp(64)}\n${madeUp(65).slice(1)}`;
    const certificate = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
    expect((await read(certificate)).text).toBe(certificate);
    expect((await read(`5: ${madeUp(64)}\n6: ${madeUp(65).slice(1)}\n`)).text).toBe(
      '5: [masked: encoded key #1]\n6: [masked: encoded key #1]\n',
    );
    expect((await read(`${hex(64)}\n`)).text).toBe(`${hex(64)}\n`);
  });

  test('is made of any text, in as many lines, the same each time and the same again', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        token,
        '\n',
        'secretlint-disable',
        '\u{e0041}',
        '[masked: ',
        `mysql://a:${madeUp(9)}@h`,
        madeUp(64),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = pieces.join(' ');
        const once = await read(text);
        expect(once.text.split('\n').length).toBe(text.split('\n').length);
        expect(await read(text)).toEqual(once);
        expect((await read(once.text)).text).toBe(once.text);
      }),
    );
  });
});
