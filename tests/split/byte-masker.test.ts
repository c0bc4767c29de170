import { describe, expect, test } from 'vitest';
import { createByteMasker } from '#lib/split/secrets/byte-masker.ts';

const token = 'npm_AbCdEfGh0123456789xyzXYZ';
const secrets = [
  { name: 'NPM_TOKEN', value: token, isAsked: true },
  { name: 'SHORT', value: 'pässw0rd', isAsked: true },
];

/** @param size of the pieces in which the bytes come */
function mask(input: string | Uint8Array, size = Number.POSITIVE_INFINITY): string {
  const masker = createByteMasker(secrets);
  const bytes = Buffer.from(input as string);
  const output: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += size)
    output.push(masker.push(bytes.subarray(start, start + size)));
  return Buffer.concat([...output, masker.end()]).toString();
}

describe.each([Number.POSITIVE_INFINITY, 64, 7, 1])('in pieces of %d bytes', (size) => {
  test.each([
    ['whole', `a ${token} b`, 'a [secret NPM_TOKEN] b'],
    ['twice, side by side', `${token}${token}!`, '[secret NPM_TOKEN][secret NPM_TOKEN]!'],
    [
      'in two parts',
      `${token.slice(0, 12)}\n${token.slice(12)}\n`,
      '[secret NPM_TOKEN]\n[secret NPM_TOKEN]\n',
    ],
    ['at the end', `x=${token}`, 'x=[secret NPM_TOKEN]'],
    ['in Base64', `${Buffer.from(token).toString('base64')}\n`, '[secret NPM_TOKEN]g==\n'],
    ['in hexadecimal', Buffer.from(token).toString('hex'), '[secret NPM_TOKEN]'],
    ['beyond ASCII', 'it is pässw0rd.', 'it is [secret SHORT].'],
    [
      'nowhere',
      'npm notice: nothing here, npm_ is a prefix, pass',
      'npm notice: nothing here, npm_ is a prefix, pass',
    ],
  ])('%s', (_where, input, output) => {
    expect(mask(input, size)).toBe(output);
  });

  test('within a longer text in Base64', () => {
    for (const before of ['', 'a', 'ab']) {
      const encoded = Buffer.from(`${before}${token} and more`).toString('base64');
      expect(mask(encoded, size)).toContain('[secret NPM_TOKEN]');
      expect(mask(encoded, size).replaceAll('[secret NPM_TOKEN]', '').length).toBeLessThan(24);
    }
  });

  test('wrapped lines of Base64', () => {
    const encoded = Buffer.from(token).toString('base64');
    const wrapped = `${encoded.slice(0, 20)}\n${encoded.slice(20)}`;
    expect(mask(wrapped, size)).toBe('[secret NPM_TOKEN]\n[secret NPM_TOKEN]g==');
  });
});

test('bytes that are no text pass unchanged', () => {
  const bytes = Buffer.from(Array.from({ length: 1_024 }, (_, index) => (index * 7) % 256));
  const masker = createByteMasker(secrets);
  expect(Buffer.concat([masker.push(bytes), masker.end()])).toEqual(bytes);
});

test('a prompt is passed on at once: only what may begin a secret waits', () => {
  const masker = createByteMasker(secrets);
  expect(Buffer.from(masker.push(Buffer.from('Continue? [y/N] '))).toString()).toBe('Continue? [y/N] ');
  expect(Buffer.from(masker.push(Buffer.from('npm_Ab'))).toString()).toBe('');
  expect(Buffer.from(masker.push(Buffer.from('out '))).toString()).toBe('npm_About ');
});

describe('a secret that a command did not get', () => {
  const masked = (text: string): string => {
    const masker = createByteMasker([
      { name: 'DB', value: 'postgres://app:Tr0ub4dor@db.internal/app', isAsked: false },
    ]);
    return Buffer.concat([masker.push(Buffer.from(text)), masker.end()]).toString();
  };

  test('is masked whole, and in long parts', () => {
    expect(masked('url postgres://app:Tr0ub4dor@db.internal/app!')).toBe('url [secret DB]!');
    expect(masked('x postgres://app:Tr0ub4dor@db.inte y')).toBe('x [secret DB] y');
  });

  test('leaves ordinary words alone, so that nobody can guess it piece by piece', () => {
    for (const text of ['installing postgres 16', 'postgres://localhost/x', '706f7374 67726573', 'Tr0ub4do'])
      expect(masked(text)).toBe(text);
  });
});
