import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecretMasker } from '#lib/split/secrets/secret-masker.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { madeUp, maskText } from './masking.ts';

const newKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey.trim();
const key = newKey();
const lines = key.split('\n');
const body = lines.slice(1, -1);
const mark = '[masked: private key #1]';

/** No stretch of a key as long as this may be left. */
const expectNothingLeft = (masked: string) => {
  const shown = masked.replaceAll('\\n', '\n');
  for (const line of body)
    for (let at = 0; at + 12 <= line.length; at += 6) expect(shown).not.toContain(line.slice(at, at + 12));
};

describe('the lines of a private key are masked, and its marks stay', () => {
  test('as it is', () => {
    expect(maskText(`before\n${key}\nafter\n`)).toBe(
      ['before', lines[0], ...body.map(() => mark), lines.at(-1), 'after', ''].join('\n'),
    );
  });

  test('whose last line begins with a plus', () => {
    const plus = [...lines.slice(0, -2), '+Ab0/Cd1=', lines.at(-1)].join('\n');
    expect(maskText(plus)).toBe([lines[0], ...body.map(() => mark), lines.at(-1)].join('\n'));
  });

  test.each<[string, (line: string, index: number) => string]>([
    ['numbered', (line, index) => `${index + 1}: ${line}`],
    ['numbered by cat', (line, index) => `${String(index + 1).padStart(6)}\t${line}`],
    ['found by a search', (line, index) => `${index + 1}-${line}`],
    ['in a diff', (line) => `+${line}`],
    ['in a log', (line) => `2026-11-22T10:00:00Z app | ${line}`],
    ['indented', (line) => `      ${line}`],
    ['joined in code', (line) => `  "${line}\\n" +`],
    ['with line ends of Windows', (line) => `${line}\r`],
  ])('%s', (_name, write) => {
    const text = lines.map(write).join('\n');
    const masked = maskText(text);
    expectNothingLeft(masked);
    expect(masked.split('\n').length).toBe(lines.length);
    expect(masked.split(mark).length - 1).toBe(body.length);
  });

  test('in one line of JSON', () => {
    const masked = maskText(`${JSON.stringify({ key: `${key}\n`, next: 'shown' })}\n`);
    expectNothingLeft(masked);
    expect(masked).toMatch(
      /^\{"key":"-----BEGIN PRIVATE KEY-----.{0,2}\[masked: private key #1\].{0,2}-----END PRIVATE KEY-----\\n","next":"shown"\}\n$/,
    );
  });

  test('in one line that is cut', () => {
    expectNothingLeft(maskText(JSON.stringify(key).slice(0, -80)));
  });

  test('where its end never comes, as far as its lines go', () => {
    const text = [
      ...lines.slice(0, 9),
      'and then',
      ...Array.from({ length: 12 }, () => 'ordinary words'),
      madeUp(64),
    ];
    const masked = maskText(text.join('\n')).split('\n');
    expect(masked.slice(1, 9)).toEqual(body.slice(0, 8).map(() => mark));
    expect(masked.slice(9)).toEqual(text.slice(9));
  });
});

test('code that only names the marks stays', () => {
  const code =
    "const begin = '-----BEGIN PRIVATE KEY-----';\nfor (const line of readEverythingInTheFile(path1)) {\n  yes();\n}\n";
  expect(maskText(code)).toBe(code);
});

test('two keys have two names, also two of OpenSSH, whose first lines are the same', () => {
  const openSsh = (second: string) =>
    [
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      `b3BlbnNzaC1rZXktdjE${madeUp(51)}`,
      second,
      'abc=',
      '-----END OPENSSH PRIVATE KEY-----',
    ].join('\n');
  const [one, other] = [madeUp(70), madeUp(71).slice(1)];
  const masked = maskText([openSsh(one), openSsh(other), openSsh(one)].join('\n')).split('\n');
  expect(masked.filter((line) => line.startsWith('['))).toEqual([
    ...['[masked: private key]', '[masked: private key #1]', '[masked: private key #1]'],
    ...['[masked: private key]', '[masked: private key #2]', '[masked: private key #2]'],
    ...['[masked: private key]', '[masked: private key #1]', '[masked: private key #1]'],
  ]);
});

test('a key that comes in pieces is masked as one', () => {
  const masker = createSecretMasker({ known: [], names: createSecretNames() });
  const pieces = key.split(/(?<=\n)/).map((line) => masker.mask(line));
  expect(pieces.join('')).toBe(maskText(key));
});
