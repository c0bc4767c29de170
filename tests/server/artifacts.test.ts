import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents, until } from '../support/conversations.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const text = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1} of the file\n`).join('');
const html = '<script>alert(1)</script>\n';
const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0xff]);

let stage: SharedStage;
let workspace: string;
let server: VitrineServer;
let id: string;

/** Shows a file and gives back its artifact's ID. */
async function show(file: string, on = server, conversation = id): Promise<string> {
  await ask(on, conversation, `show ${file}`);
  const artifactId = ofType(await readEvents(on, conversation), 'tool.execution_complete').at(-1)?.data
    .toolTelemetry.artifactId;
  if (!artifactId) throw new Error(`${file} gave no artifact`);
  return artifactId;
}

beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'big.txt': text, 'page.html': html, 'blob.bin': binary, 'ümlaut "quoted".txt': 'x\n' },
  });
  ({ server, workspace } = stage);
  id = await createConversation(server);
});
afterAll(async () => await stage?.close());

describe('an artifact’s bytes', () => {
  test('are the file’s, under both names, with an ETag that saves sending them again', async () => {
    const artifactId = await show('big.txt');
    for (const path of [`/api/artifacts/${artifactId}`, `/api/outputs/${artifactId}`]) {
      const response = await server.request(path);
      expect(await response.text()).toBe(text);
      const etag = response.headers.get('etag') ?? '';
      expect(etag).toBe(`"${createHash('sha256').update(text).digest('hex')}"`);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
      expect((await server.request(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    }
  });

  test('come in ranges', async () => {
    const path = `/api/artifacts/${await show('big.txt')}`;
    const ask = async (range: string) => {
      const response = await server.request(path, { headers: { Range: range } });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    const size = text.length;
    expect(await ask('bytes=0-4')).toEqual([206, `bytes 0-4/${size}`, text.slice(0, 5)]);
    expect(await ask('bytes=-5')).toEqual([206, `bytes ${size - 5}-${size - 1}/${size}`, text.slice(-5)]);
    expect(await ask(`bytes=${size - 2}-`)).toEqual([
      206,
      `bytes ${size - 2}-${size - 1}/${size}`,
      text.slice(-2),
    ]);
    expect((await ask(`bytes=${size}-`))[0]).toBe(416);
    expect((await ask('lines=1-2'))[0]).toBe(200);
    const zipped = await server.request(path, {
      headers: { Range: 'bytes=0-4999', 'Accept-Encoding': 'gzip' },
    });
    expect([zipped.headers.get('content-encoding'), await zipped.text()]).toEqual([
      null,
      text.slice(0, 5_000),
    ]);
  });

  test('are never a page of ours, whatever they hold', async () => {
    for (const file of ['page.html', 'blob.bin', 'big.txt']) {
      const { headers } = await server.request(`/api/artifacts/${await show(file)}`, {
        headers: { Accept: 'text/html' },
      });
      expect(headers.get('content-type')).toMatch(/^(text\/plain; charset=utf-8|application\/octet-stream)$/);
      expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('are downloaded under the file’s name, however it is written', async () => {
    const response = await server.request(`/api/artifacts/${await show('ümlaut "quoted".txt')}`);
    expect(response.headers.get('content-disposition')).toBe(
      "inline; filename*=UTF-8''%C3%BCmlaut%20%22quoted%22.txt",
    );
  });
});

describe('a window of lines', () => {
  test('holds the lines, clamped to what there is', async () => {
    const path = `/api/artifacts/${await show('big.txt')}`;
    const lines = async (range: string) => await (await server.request(`${path}?lines=${range}`)).json();
    expect(await lines('4990-6000')).toMatchObject({
      from: 4_990,
      to: 5_000,
      total: 5_000,
      cut: [],
      state: 'complete',
    });
    expect((await lines('4990-6000')).lines).toHaveLength(11);
    expect((await lines('2-2')).lines).toEqual(['line 2 of the file']);
    expect((await lines('1-5000')).lines).toHaveLength(2_000);
    expect(await lines('5001-5002')).toMatchObject({ lines: [], total: 5_000 });
  });

  test.each(['0-1', '5-4', '-1', 'a-b', '1.5-2', '', '1-2-3', '1e3-2e3'])('refuses "%s"', async (range) => {
    const response = await server.request(`/api/artifacts/${await show('big.txt')}?lines=${range}`);
    expect([response.status, (await response.json()).code]).toEqual([400, 'invalid_lines']);
  });

  test('is not to be had of what is no text', async () => {
    const response = await server.request(`/api/artifacts/${await show('blob.bin')}?lines=1-2`);
    expect([response.status, (await response.json()).code]).toEqual([400, 'not_text']);
  });

  test('comes with its metadata as JSON', async () => {
    const artifactId = await show('big.txt');
    const { data, metadata } = await (
      await server.request(`/api/artifacts/${artifactId}?format=json&lines=1-2`)
    ).json();
    expect(data.lines).toEqual(['line 1 of the file', 'line 2 of the file']);
    expect(metadata).toMatchObject({
      id: artifactId,
      type: 'file',
      title: 'big.txt',
      byteLength: text.length,
      lineCount: 5_000,
      state: 'complete',
      tool: 'render_file_contents',
      arguments: { path: 'big.txt' },
      conversationId: id,
      files: ['big.txt'],
    });
    const whole = await (await server.request(`/api/artifacts/${artifactId}?format=json`)).json();
    expect(whole.data).toBe(text);
  });
});

test('the assistant view is the exact text the model saw', async () => {
  const artifactId = await show('big.txt');
  const response = await server.request(`/api/artifacts/${artifactId}?view=assistant`);
  const complete = ofType(await readEvents(server, id), 'tool.execution_complete').at(-1);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await response.text()).toBe(complete?.data.result?.content);
});

test('after its time an artifact says that it has expired, and still what it was and what the model saw', async () => {
  const short = await startVitrine({ workspace, environment: { VITRINE_ARTIFACT_TTL_SECONDS: '1' } });
  try {
    const conversation = await createConversation(short);
    const artifactId = await show('big.txt', short, conversation);
    await until(
      'the expiry',
      async () => (await short.request(`/api/artifacts/${artifactId}`)).status === 404,
    );
    for (const query of ['', '?lines=1-2', '?format=json', '?format=json&lines=1-2']) {
      const response = await short.request(`/api/artifacts/${artifactId}${query}`);
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: 'Expired', code: 'artifact_expired' },
      ]);
    }
    const { metadata } = await (await short.request(`/api/artifacts/${artifactId}?format=metadata`)).json();
    expect(metadata).toMatchObject({ state: 'expired', title: 'big.txt', byteLength: text.length });
    expect(await (await short.request(`/api/artifacts/${artifactId}?view=assistant`)).text()).toContain(
      'Shown to people: big.txt',
    );
    const share = await short.request(`/api/artifacts/${artifactId}/shares`, {
      method: 'POST',
      body: { audience: 'link' },
    });
    expect([share.status, (await share.json()).code]).toEqual([404, 'artifact_expired']);
    // The conversation goes on, and a recall is told why.
    await ask(short, conversation, `recall ${artifactId} 1-2`);
    const recall = ofType(await readEvents(short, conversation), 'tool.execution_complete').at(-1);
    expect(recall?.data.result?.content).toMatch(/has expired.*call render_file_contents/);
  } finally {
    await short.end();
  }
});

test('an artifact goes with its conversation', async () => {
  const other = await createConversation(server);
  const artifactId = await show('big.txt', server, other);
  expect((await server.request(`/api/conversations/${other}`, { method: 'DELETE' })).status).toBe(204);
  expect((await server.request(`/api/artifacts/${artifactId}`)).status).toBe(404);
  expect((await server.request(`/api/conversations/${other}/events`)).status).toBe(404);
});

test('text in UTF-16 is text as JSON too', async () => {
  writeFileSync(join(workspace, 'wide.txt'), Buffer.from('\ufeffhé\nllo\n', 'utf16le'));
  const path = `/api/artifacts/${await show('wide.txt')}`;
  expect((await (await server.request(`${path}?format=json`)).json()).data).toBe('hé\nllo\n');
  expect((await (await server.request(`${path}?lines=1-2`)).json()).lines).toEqual(['hé', 'llo']);
});
