import { generateKeyPairSync } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { readAttachmentText } from '#lib/runs/attachment-text.ts';
import { createSecretNames } from '#lib/split/secrets/secret-names.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { readArtifactLines } from '#lib/stores/read-artifact.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { NewArtifact } from '#lib/stores/stores.ts';
import { sampleArtifact } from '../contracts/samples.ts';
import { madeUp } from '../split/secrets/masking.ts';
import { numberedLines } from '../support/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const store = async (text: string | Uint8Array, change: Partial<NewArtifact> = {}) => {
  const writer = await stores.artifacts.create(
    sampleArtifact({ type: 'file', title: 'src/a.ts', ...change }),
  );
  await writer.write(Buffer.from(text));
  return await writer.complete(null);
};
const read = (metadata: Awaited<ReturnType<typeof store>>, lines?: string) =>
  readAttachmentText(
    stores.artifacts,
    { metadata, lines },
    { known: [{ name: 'OPENAI_API_KEY', value: 'known to the server' }], names: createSecretNames() },
  );

describe('text attached for the model', () => {
  test('has the line numbers people see, under its source, and costs what it counts', async () => {
    const metadata = await store(
      numberedLines(50, (number) => `line ${number}`),
      { firstLine: 101 },
    );
    const { text, tokens } = await read(metadata, 'L140-L142');
    expect(text).toBe(`From ${metadata.id}#L140-L142, src/a.ts:\n140\tline 40\n141\tline 41\n142\tline 42`);
    expect(tokens).toBe((await loadTokenizer()).count(text));
  });

  test('with other line endings has the line numbers people see, and loses those endings', async () => {
    const metadata = await store('one\r\n\r\nthree\rstill three\r\nfour\r\n', { firstLine: 7 });
    expect((await read(metadata, 'L7-L10')).text).toBe(
      `From ${metadata.id}#L7-L10, src/a.ts:\n7\tone\n8\t\n9\tthree\rstill three\n10\tfour`,
    );
    const window = await readArtifactLines(stores.artifacts, metadata, { from: 1, to: 4 });
    expect(window?.lines).toEqual(['one', '', 'three\rstill three', 'four']);
  });

  test('from a listing leaves out the sizes, which are for people', async () => {
    const metadata = await store('lib/\na.ts\t1204\nb\t7\t31\n', { type: 'tree', title: 'src/' });
    expect((await read(metadata)).text).toBe(`From ${metadata.id}, src/:\nlib/\na.ts\nb\t7\n`);
    expect((await read(metadata, 'L2-L3')).text).toBe(`From ${metadata.id}#L2-L3, src/:\n2\ta.ts\n3\tb\t7`);
  });

  test('from a whole artifact is unchanged', async () => {
    const metadata = await store('one\ntwo\n');
    expect((await read(metadata)).text).toBe(`From ${metadata.id}, src/a.ts:\none\ntwo\n`);
  });

  test('has no colours, progress output, invisible characters or secrets; a secret is replaced by its name', async () => {
    const token = `ghp_${madeUp(36)}`;
    const metadata = await store(
      `\u001b[31mred\u001b[0m\n10%\r100%\nx\u200by\n${token}\nknown to the server\n`,
      { type: 'terminal', title: `curl ${token}` },
    );
    const { text, masked } = await read(metadata);
    expect(text).toContain('\nred\n100%\nxy\n[masked: github token #');
    expect(text).not.toContain(token);
    expect(text).not.toContain('known to the server');
    expect(masked.map(({ name }) => name)).toContain('github token #1');
    expect(text.split('\n', 1)[0]).toBe(`From ${metadata.id}, curl [masked: github token #1]:`);
  });

  test('from the middle of a private key is masked', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const metadata = await store(`before\n${privateKey}after\n`);
    const { text } = await read(metadata, 'L8-L9');
    for (const line of privateKey.split('\n').slice(6, 8)) expect(text).not.toContain(line);
  });

  test('is rejected if lines are missing, or it is not text, too long, unfinished or expired', async () => {
    const metadata = await store('one\ntwo\n');
    for (const lines of ['L0-L1', 'L2-L3', 'L3', 'x', 'L2-L1']) {
      await expect(read(metadata, lines)).rejects.toMatchObject({ code: 'invalid_lines' });
    }
    await expect(read({ ...metadata, lineCount: null })).rejects.toMatchObject({ code: 'not_text' });
    await expect(read({ ...metadata, state: 'writing' })).rejects.toMatchObject({ code: 'artifact_writing' });
    await expect(read({ ...metadata, state: 'expired' })).rejects.toMatchObject({ code: 'artifact_expired' });
    const long = await store(numberedLines(20_000, (number) => `word ${number} of many`));
    await expect(read(long)).rejects.toMatchObject({
      code: 'too_large',
      message: 'src/a.ts is too long: one message can carry at most 25,000 tokens. Choose fewer lines.',
    });
    await expect(read(long, 'L2-L20000')).rejects.toMatchObject({
      message: 'L2-L20000 of src/a.ts is too long: one message can carry at most 25,000 tokens.',
    });
    expect((await read(long, 'L19999-L20000')).text).toContain('20000\tword 20000 of many');
    await expect(read(await store('word '.repeat(300_000)))).rejects.toMatchObject({ code: 'too_large' });
    await stores.artifacts.delete(metadata.id);
    await expect(read(metadata, 'L1')).rejects.toMatchObject({ code: 'artifact_expired' });
  });
});
