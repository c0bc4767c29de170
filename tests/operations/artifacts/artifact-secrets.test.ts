import { generateKeyPairSync } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { findArtifactSecrets } from '#lib/operations/artifacts/find-artifact-secrets.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { NewArtifact } from '#lib/stores/stores.ts';
import { sampleArtifact } from '#tests/contracts/samples.ts';
import { hex, madeUp } from '#tests/split/secrets/masking.ts';
import { disguises, secretFormats, tokens } from '#tests/split/secrets/secret-formats.ts';
import { pdfOf } from '#tests/support/pdfs.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const known = [{ name: 'OIDC_CLIENT_SECRET', value: 'known to the server' }];
const stay = new AbortController().signal;

const store = async (text: string | Uint8Array, change: Partial<NewArtifact> = {}) => {
  const writer = await stores.artifacts.create(sampleArtifact(change));
  await writer.write(Buffer.from(text));
  return await writer.complete(null);
};
const find = async (text: string | Uint8Array, change: Partial<NewArtifact> = {}, lines?: string) =>
  await findArtifactSecrets({ stores, known }, await store(text, change), lines, stay);

const [one, other] = [`ghp_${madeUp(36)}`, `ghp_${madeUp(37).slice(1)}`];

describe('before sharing', () => {
  test('secrets are listed by kind, first line and count', async () => {
    const text = `first\n${one}\n${one} and ${other}\nredis://:hunter2@cache\nknown to the server\n`;
    expect(await find(text)).toEqual({
      kinds: [
        { kind: 'github token', line: 2, count: 2 },
        { kind: 'password', line: 4, count: 1 },
        { kind: 'server secret', line: 5, count: 1 },
      ],
      isCut: false,
      isUnread: false,
    });
  });

  test('secrets that only the other rules detect are listed too', async () => {
    const { kinds: found } = await find(`x\nshppa_${hex(32)}\n`);
    expect(found).toEqual([{ kind: 'service token', line: 2, count: 1 }]);
  });

  test('only secrets in the shared lines are listed, by the line numbers people see', async () => {
    const text = Array.from({ length: 50 }, (_, index) =>
      index % 20 === 5 ? `${index} ${one}` : `${index}`,
    );
    const change = { firstLine: 101 };
    expect((await find(text.join('\n'), change, 'L120-L130')).kinds).toEqual([
      { kind: 'github token', line: 126, count: 1 },
    ]);
    expect((await find(text.join('\n'), change, 'L107-L125')).kinds).toEqual([]);
  });

  test('secrets in the text of a PDF are listed, without the lines of a text that nobody sees', async () => {
    const pdf = pdfOf([['nothing'], [`the token is ${one}`]]);
    expect(await find(pdf, { type: 'pdf' })).toEqual({
      kinds: [{ kind: 'github token', line: null, isInText: true, count: 1 }],
      isCut: false,
      isUnread: false,
    });
  });

  test('what could not be read as text is not said to have none', async () => {
    const locked = pdfOf([['locked']], { password: 'x' });
    expect(await find(locked, { type: 'pdf' })).toEqual({ kinds: [], isCut: false, isUnread: true });
    expect(await find(Uint8Array.of(0, 1, 2), { type: 'binary' })).toMatchObject({
      kinds: [],
      isUnread: true,
    });
    expect(await find('fine\n')).toEqual({ kinds: [], isCut: false, isUnread: false });
  });

  test('a private key is one secret, however many lines it has', async () => {
    const { privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-521',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    expect((await find(`${privateKey}\n`.repeat(2))).kinds).toEqual([
      { kind: 'private key', line: 2, count: 1 },
    ]);
  });

  test('the details of the call in the copy are checked for secrets too', async () => {
    const change = { title: `curl ${one}`, arguments: { command: `curl -H "Authorization: Bearer ${one}"` } };
    expect((await find('fine\n', change)).kinds).toEqual([{ kind: 'github token', line: null, count: 1 }]);
    expect((await find(Uint8Array.of(0, 1, 2), { ...change, type: 'binary' })).kinds.length).toBe(1);
  });

  test('terminal colours do not hide a secret', async () => {
    const { kinds: found } = await find(`\u001b[32m${one.slice(0, 9)}\u001b[0m${one.slice(9)}\n`, {
      type: 'terminal',
    });
    expect(found).toEqual([{ kind: 'github token', line: 1, count: 1 }]);
  });

  test('a text in another encoding, or longer than one chunk, is checked in full', async () => {
    const wide = Buffer.from(`\ufeffa\n${one}\n`, 'utf16le');
    expect((await find(wide)).kinds).toEqual([{ kind: 'github token', line: 2, count: 1 }]);
    const filler = 'ordinary words of a long text\n'.repeat(20_000);
    expect((await find(`${filler}${one}\n${filler}`)).kinds).toEqual([
      { kind: 'github token', line: 20_001, count: 1 },
    ]);
    const line = 'word '.repeat(500_000);
    expect((await find(`${line}${one} ${line}`)).kinds).toEqual([
      { kind: 'github token', line: 1, count: 1 },
    ]);
  });

  test('secrets are counted up to a thousand', async () => {
    const tokens = Array.from({ length: 1_500 }, (_, index) => `ghp_${madeUp(32)}${1_000 + index}`);
    expect(await find(tokens.join('\n'))).toEqual({
      kinds: [{ kind: 'github token', line: 1, count: 1_000 }],
      isCut: true,
      isUnread: false,
    });
  });

  test('an expired or unfinished artifact, or missing lines, are rejected as sharing them is', async () => {
    const source = await store('a\n');
    const search = (change: object, lines?: string) =>
      findArtifactSecrets({ stores, known }, { ...source, ...change }, lines, stay);
    await expect(search({}, 'L2')).rejects.toMatchObject({ code: 'invalid_lines' });
    await expect(search({ lineCount: null }, 'L1')).rejects.toMatchObject({ code: 'not_text' });
    await expect(search({ state: 'writing' })).rejects.toMatchObject({ code: 'artifact_writing' });
    await expect(search({ state: 'expired' })).rejects.toMatchObject({ code: 'artifact_expired' });
  });
});

describe('the check finds at least the secrets that are masked for the model', () => {
  test.each(secretFormats)('$name', async ({ secret, text }) => {
    const { kinds: found } = await find(`first\n${text}\n`);
    const line = text.slice(0, text.indexOf(secret)).split('\n').length + 1;
    expect(found).toEqual([{ kind: expect.any(String), line, count: 1 }]);
  });

  test.each(disguises)('a token disguised by $name', async ({ write }) => {
    for (const token of Object.values(tokens)) {
      const { kinds: found } = await find(`first\n${write(token)}\n`);
      expect(found).toEqual([{ kind: expect.any(String), line: 2, count: 1 }]);
    }
  });

  test('lines from the middle of a key', async () => {
    const lines = `5: ${madeUp(64)}\n6: ${madeUp(65).slice(1)}\n`;
    expect((await find(lines)).kinds).toEqual([{ kind: 'encoded key', line: 1, count: 1 }]);
  });
});
