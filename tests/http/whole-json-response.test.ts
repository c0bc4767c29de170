import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { type ArtifactQuery, artifactResponse } from '#lib/http/artifact-response.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { sampleArtifact } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

let stores: Stores;
/** The number of bytes requested from the store. */
let readBytes = 0;
beforeEach(() => {
  const opened = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
  const artifacts = { ...opened.artifacts };
  artifacts.readBytes = async (id, start, end) => {
    readBytes += end - start;
    return await opened.artifacts.readBytes(id, start, end);
  };
  readBytes = 0;
  stores = { ...opened, artifacts };
});
afterEach(() => stores.close());

async function store(bytes: Uint8Array | string, type: ArtifactMetadata['type'] = 'file'): Promise<string> {
  const artifact = sampleArtifact({ type });
  const writer = await stores.artifacts.create(artifact);
  await writer.write(Buffer.from(bytes));
  await writer.complete(null);
  return artifact.id;
}

async function ask(id: string, query: ArtifactQuery, isShared = false): Promise<Response> {
  const record = await stores.artifacts.get(id);
  if (!record) throw new Error('it is there');
  const view = { record, metadata: record.metadata, isShared };
  return await artifactResponse(new Request(`http://127.0.0.1/${id}`), stores.artifacts, query, view);
}

const tooMuch = 'a line of some output\n'.repeat(limits.wholeJsonBytes / 20);

test.each([false, true])(
  'whole JSON above the limit is rejected without reading (share: %s)',
  async (isShared) => {
    const id = await store(tooMuch);
    const refusal = ask(id, { format: 'json' }, isShared);
    await expect(refusal).rejects.toMatchObject({ code: 'too_large', message: /lines=1-2000/ });
    expect(readBytes).toBe(0);
  },
);

test('lines, metadata and bytes are available at any size', async () => {
  const id = await store(tooMuch);
  const { data } = await (await ask(id, { format: 'json', lines: '2-3' })).json();
  expect(data.lines).toEqual(['a line of some output', 'a line of some output']);
  expect((await ask(id, { format: 'metadata' })).status).toBe(200);
  expect((await (await ask(id, {})).arrayBuffer()).byteLength).toBe(tooMuch.length);
});

test('text within the limit is returned unchanged, wherever its chunks end', async () => {
  const odd = `\ufeff${'"é\u0000\\\u001b[31m漢😀\r\n'.repeat(40_000)}`;
  const { data, metadata } = await (await ask(await store(odd, 'terminal'), { format: 'json' })).json();
  expect(data === odd.slice(1)).toBe(true);
  expect(metadata.byteLength).toBe(Buffer.byteLength(odd));
  expect((await (await ask(await store(''), { format: 'json' })).json()).data).toBe('');
});

test('bytes within the limit are returned unchanged', async () => {
  const bytes = Buffer.alloc(700_001, 0).map((_, at) => (at * 7) % 256);
  const { data } = await (await ask(await store(bytes, 'image'), { format: 'json' })).json();
  expect(Buffer.from(data, 'base64').equals(bytes)).toBe(true);
});

test('a reader that stops costs one chunk', async () => {
  const id = await store('x'.repeat(limits.wholeJsonBytes));
  for (const query of [{ format: 'json' }, {}] as const) {
    readBytes = 0;
    const response = await ask(id, query);
    await response.body?.getReader().read();
    expect(readBytes).toBeLessThanOrEqual(limits.artifactChunkBytes);
  }
});
