import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ArtifactQuery, artifactResponse } from '#lib/http/artifact-response.ts';
import { createShare } from '#lib/operations/artifacts/create-share.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { ArtifactWriter, Stores } from '#lib/stores/stores.ts';
import { newId, sampleArtifact } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** The response of `GET /api/artifacts/:id` while the artifact is being written. */
let stores: Stores;
let writer: ArtifactWriter;
let id = '';
const begin = async (type: 'terminal' | 'file') => {
  const artifact = sampleArtifact({ type, exitCode: null });
  id = artifact.id;
  writer = await stores.artifacts.create(artifact);
};
beforeEach(async () => {
  stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
  await begin('terminal');
});
afterEach(async () => {
  await writer.abort();
  await stores.close();
});

const grow = async (text: string) => {
  await writer.write(Buffer.from(text));
  await writer.publish({ stderrLines: [] });
};

const ask = async (query: ArtifactQuery = {}, headers: Record<string, string> = {}) => {
  const record = await stores.artifacts.get(id);
  if (!record) throw new Error('it is there');
  const request = new Request(`http://127.0.0.1/api/artifacts/${id}`, { headers });
  const view = { record, metadata: record.metadata, isShared: false };
  return await artifactResponse(request, stores.artifacts, query, view);
};
const askRange = async (range: string) => {
  const response = await ask({}, { Range: range });
  return [response.status, response.headers.get('content-range'), await response.text()];
};

describe('the bytes of a growing artifact', () => {
  test('are those written so far, with no version and not cacheable', async () => {
    expect(await (await ask()).text()).toBe('');
    await grow('one\ntw');
    await writer.write(Buffer.from('not published'));
    const response = await ask({}, { 'If-None-Match': '*' });
    expect([response.status, await response.text()]).toEqual([200, 'one\ntw']);
    expect(response.headers.get('content-length')).toBe('6');
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('are continued by ranges of unknown total; without new bytes there is no range', async () => {
    await expect(askRange('bytes=0-')).rejects.toMatchObject({ code: 'range_not_satisfiable' });
    await grow('one\n');
    expect(await askRange('bytes=0-')).toEqual([206, 'bytes 0-3/*', 'one\n']);
    await expect(askRange('bytes=4-')).rejects.toMatchObject({ code: 'range_not_satisfiable' });
    await grow('two\n');
    expect(await askRange('bytes=4-')).toEqual([206, 'bytes 4-7/*', 'two\n']);
    expect(await askRange('bytes=4-100')).toEqual([206, 'bytes 4-7/*', 'two\n']);
    expect(await askRange('bytes=-3')).toEqual([206, 'bytes 5-7/*', 'wo\n']);
    await writer.complete(null);
    expect(await askRange('bytes=4-')).toEqual([206, 'bytes 4-7/8', 'two\n']);
  });

  test('are sent in full if a range of another version is requested', async () => {
    await grow('one\n');
    const response = await ask({}, { Range: 'bytes=2-', 'If-Range': '"version"' });
    expect([response.status, await response.text()]).toEqual([200, 'one\n']);
  });

  test('beyond one read are streamed, also if the artifact grows meanwhile', async () => {
    const piece = 'a line that is repeated\n'.repeat(200_000);
    await grow(piece);
    const response = await ask();
    await grow(piece);
    expect((await response.text()) === piece).toBe(true);
  });
});

describe('the lines of a growing artifact', () => {
  const lines = async (range: string) => (await ask({ lines: range })).json();

  test('are those written so far, and none before the first', async () => {
    expect(await lines('1-5')).toEqual({ lines: [], from: 1, to: 0, total: 0, cut: [], state: 'writing' });
    await grow('one\ntw');
    const soFar = { lines: ['one', 'tw'], from: 1, to: 2, total: 2, cut: [], state: 'writing' };
    expect(await lines('1-5')).toEqual(soFar);
    expect(await lines('3-5')).toEqual({ ...soFar, lines: [], from: 3, to: 2 });
    await grow('o\n');
    expect(await lines('2-5')).toMatchObject({ lines: ['two'], state: 'writing' });
    expect((await (await ask({ line: 2, from: 1 })).json()).text).toBe('wo');
    await writer.complete(null);
    expect(await lines('2-5')).toMatchObject({ lines: ['two'], state: 'complete' });
  });

  test('are absent, with a reason, if it is not text', async () => {
    await writer.abort();
    await begin('file');
    await writer.write(Buffer.alloc(10));
    await writer.publish({ stderrLines: [] });
    await expect(lines('1-5')).rejects.toMatchObject({ code: 'not_text' });
  });

  test('of a terminal show the last state of an overwritten line that is too long', async () => {
    await grow(`${Array.from({ length: 5_000 }, (_, at) => `${at + 1} of 5000`).join('\r')}\r`);
    expect(await lines('1-5')).toMatchObject({ lines: ['5000 of 5000\r'], cut: [], total: 1 });
  });
});

test('a growing artifact cannot be shared, and the response says when it can be', async () => {
  await grow('one\n');
  const metadata = (await stores.artifacts.get(id))?.metadata;
  if (!metadata) throw new Error('it is there');
  const services = { stores, newId, nowMs: Date.now } as Parameters<typeof createShare>[0];
  const ada = { id: 'm1', name: 'Ada', role: 'admin' } as const;
  await expect(createShare(services, ada, metadata, { audience: 'team' })).rejects.toMatchObject({
    code: 'artifact_writing',
  });
  expect(await stores.shares.list()).toEqual([]);
  const { share } = await createShare(services, ada, await writer.complete(null), { audience: 'team' });
  expect(String(await stores.artifacts.readBytes(share.id, 0, 9))).toBe('one\n');
});
