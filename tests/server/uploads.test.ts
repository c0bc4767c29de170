import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Upload, uploadSchema } from '#lib/core/api/upload.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import { madeUp } from '../split/secrets/masking.ts';
import { tarOf, zipOf } from '../support/archives.ts';
import {
  createConversation,
  ofType,
  readEvents,
  send,
  until,
  untilFinished,
} from '../support/conversations.ts';
import { noise } from '../support/images.ts';
import { manual, pdfOf } from '../support/pdfs.ts';
import { numberedLines, openStage, type Stage, storeNames } from '../support/stage.ts';

const lines = (count: number): string =>
  numberedLines(
    count,
    (at) =>
      `2026-11-26T03:12:${String(at % 60).padStart(2, '0')}Z INFO importer: batch ${at} of orders was written`,
  );
const mebibyte = 1024 * 1024;
const token = `ghp_${madeUp(36)}`;

interface ContentPart {
  type: string;
  text?: string;
  image_url?: { url: string };
}

describe.each(storeNames)('a file that is uploaded, on %s', (store) => {
  let stage: Stage;
  beforeAll(async () => {
    const environment = { VITRINE_MODEL_VISION: 'on' };
    stage = await openStage({
      store,
      environment,
      files: { 'docs/notes.md': '# Notes\n', '.env': 'TOKEN=x\n' },
      script: () => ({ text: 'fine' }),
    });
  });
  afterAll(async () => await stage?.close());

  const post = (body: string | Uint8Array, name = 'a.txt', headers: Record<string, string> = {}) =>
    fetch(`${stage.server.url}/api/attachments?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { Origin: stage.server.url, ...headers },
      body: new Blob([body as BlobPart]),
    });
  const upload = async (body: string | Uint8Array, name?: string): Promise<Upload> => {
    const response = await post(body, name);
    expect(response.status).toBe(201);
    return uploadSchema.parse(await response.json());
  };
  const metadataOf = async (id: string): Promise<ArtifactMetadata> =>
    (await (await stage.server.request(`/api/artifacts/${id}?format=metadata`)).json()).metadata;
  const bytesOf = async (id: string) =>
    Buffer.from(await (await stage.server.request(`/api/artifacts/${id}`)).arrayBuffer());

  /** Files of the store, on this machine. */
  const inventory = (): number =>
    readdirSync(join(stage.server.dataDir, 'artifacts'), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    ).length;

  /** Sends it, and returns its attachment and what the model was sent of the message. */
  const sendWith = async (id: string, attachments: object[], text = 'What is this?') => {
    const { runId, messageId } = await send(stage.server, id, text, { attachments });
    await untilFinished(stage.server, id, runId);
    const messages = ofType(await readEvents(stage.server, id), 'user.message');
    const message = messages.find(({ data }) => data.messageId === messageId);
    const sent = stage.model?.requests.at(-1)?.body.messages as { role: string; content: ContentPart[] }[];
    const parts = sent.findLast(({ role }) => role === 'user')?.content ?? [];
    return { attachments: message?.data.attachments ?? [], parts };
  };

  test('is stored as it was sent, and is its uploader’s until it is the conversation’s', async () => {
    const log = `${lines(4_000)}token ${token}\n`;
    const uploaded = await upload(log, 'importer.log');
    expect(uploaded).toMatchObject({
      title: 'importer.log',
      type: 'file',
      lineCount: log.split('\n').length - 1,
    });
    expect((await bytesOf(uploaded.artifactId)).toString()).toBe(log);
    const before = await metadataOf(uploaded.artifactId);
    expect(before).toMatchObject({
      origin: 'member',
      conversationId: '',
      runId: null,
      toolCallId: null,
      form: 'log',
    });
    expect(before.expiresAt).not.toBeNull();

    const id = await createConversation(stage.server);
    const { attachments, parts } = await sendWith(id, [{ artifactId: uploaded.artifactId }]);
    const { count } = await loadTokenizer();
    expect(attachments).toMatchObject([
      { artifactId: uploaded.artifactId, as: 'view', tokens: uploaded.viewTokens },
    ]);
    expect(parts.map(({ text }) => text)).toEqual([expect.stringContaining('importer.log'), 'What is this?']);
    expect(count(parts[0]?.text ?? '')).toBe(uploaded.viewTokens);
    expect(uploaded.viewTokens).toBeLessThanOrEqual(400);
    expect(uploaded.tokens).toBeGreaterThan(90_000);
    expect(parts[0]?.text).toContain(uploaded.artifactId);
    expect(stage.model?.requests.at(-1)?.raw).not.toContain(token);
    expect(await metadataOf(uploaded.artifactId)).toMatchObject({ conversationId: id, expiresAt: null });
    const released = await stage.server.request(`/api/artifacts/${uploaded.artifactId}/keep`, {
      method: 'DELETE',
    });
    expect([released.status, (await released.json()).code]).toEqual([409, 'not_possible']);
    expect((await metadataOf(uploaded.artifactId)).expiresAt).toBeNull();

    await stage.server.request(`/api/conversations/${id}`, { method: 'DELETE' });
    expect((await stage.server.request(`/api/artifacts/${uploaded.artifactId}`)).status).toBe(404);
  });

  test('is sent in part where lines of it are named, and belongs to the conversation all the same', async () => {
    const { artifactId } = await upload('one\ntwo\nthree\n', 'numbers.txt');
    const id = await createConversation(stage.server);
    const { attachments, parts } = await sendWith(id, [{ artifactId, lines: 'L2-L2' }]);
    expect(attachments).toMatchObject([{ artifactId, as: 'text', lines: 'L2' }]);
    expect(parts[0]?.text).toMatch(/2.*two/);
    expect(parts[0]?.text).not.toContain('three');
    expect((await metadataOf(artifactId)).conversationId).toBe(id);
  });

  test('cannot be kept, shared or run again before it is sent', async () => {
    const { artifactId } = await upload('one\n');
    for (const [path, body] of [
      ['keep', { ttlSeconds: 3_600 }],
      ['shares', { audience: 'team' }],
      ['rerun', undefined],
    ] as const) {
      const response = await stage.server.request(`/api/artifacts/${artifactId}/${path}`, {
        method: 'POST',
        body,
      });
      expect([response.status, (await response.json()).code]).toEqual([409, 'not_possible']);
    }
  });

  test('that is an image is seen by a model that sees, and by everybody as an image', async () => {
    const png = await noise(64, 40).png().toBuffer();
    const uploaded = await upload(png, 'C:\\Users\\ada\\Screen shot.png');
    expect(uploaded).toMatchObject({
      title: 'Screen shot.png',
      type: 'image',
      dimensions: { width: 64, height: 40 },
      tokens: null,
      lineCount: null,
    });
    const id = await createConversation(stage.server);
    const { parts, attachments } = await sendWith(id, [{ artifactId: uploaded.artifactId }]);
    expect(attachments).toMatchObject([{ telemetry: { seenImage: true, type: 'image' } }]);
    expect(parts[0]?.text).toMatch(/^Screen shot\.png: PNG image, 64×40, /);
    expect(parts.at(-1)?.image_url?.url).toMatch(/^data:image\/png;base64,/);
    const served = await stage.server.request(`/api/artifacts/${uploaded.artifactId}`);
    expect(served.headers.get('content-type')).toBe('image/png');
  });

  test.each<[what: string, name: string, bytes: Buffer, expected: Partial<Upload>]>([
    [
      'an executable',
      'notes.txt',
      Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0', 'latin1'),
      { type: 'binary', title: 'notes.txt' },
    ],
    [
      'text that claims to be an image',
      'x.png',
      Buffer.from('<script>alert(1)</script>'),
      { type: 'file', lineCount: 1 },
    ],
    [
      'an image that is cut short',
      'x.png',
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      { type: 'binary', dimensions: null },
    ],
    [
      'an image with a page behind it',
      'x.gif',
      Buffer.from('GIF89a<html><script>alert(1)</script>'),
      { type: 'binary' },
    ],
    [
      'a PDF with a page behind it',
      'x.html',
      Buffer.from('%PDF-1.4\n<html><script>alert(1)</script></html>'),
      { type: 'pdf', title: 'x.html', tokens: null },
    ],
    [
      'a PDF that is locked',
      'pay.pdf',
      pdfOf([['nobody may read this']], { password: 'sesame' }),
      { type: 'pdf', tokens: null },
    ],
    ['NULs', 'zeros', Buffer.alloc(3_000), { type: 'binary', title: 'zeros', tokens: null }],
    ['a path out of every folder', '../../etc/passwd', Buffer.from('root:x:0\n'), { title: 'passwd' }],
    ['a name of nothing but dots', '../..', Buffer.from('x'), { title: 'Unnamed file' }],
    ['no name', '', Buffer.from('x'), { title: 'Pasted text', type: 'text' }],
    ['bytes without a name', '', Buffer.from('a\0b'), { title: 'Unnamed file', type: 'binary' }],
    [
      'a name that is a tag',
      '<img src=x onerror=alert(1)>',
      Buffer.from('x'),
      { title: '<img src=x onerror=alert(1)>' },
    ],
    ['a name that turns itself round', 'a\u202egpj.exe', Buffer.from('x'), { title: 'a\\u202egpj.exe' }],
    ['nothing', 'empty.txt', Buffer.alloc(0), { byteLength: 0, lineCount: 0 }],
  ])('that is %s is stored for what it is', async (_, name, bytes, expected) => {
    const uploaded = await upload(bytes, name);
    expect(uploaded).toMatchObject(expected);
    expect(await bytesOf(uploaded.artifactId)).toEqual(bytes);
    const served = await stage.server.request(`/api/artifacts/${uploaded.artifactId}`);
    expect(served.headers.get('content-type')).not.toMatch(/html|script|svg/);
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
    const id = await createConversation(stage.server);
    const { parts } = await sendWith(id, [{ artifactId: uploaded.artifactId }]);
    expect(parts[0]?.text).toContain(uploaded.title);
    expect(parts.filter(({ type }) => type === 'image_url')).toEqual([]);
  });

  test('that says it is too large is refused at once, and one that turns out to be leaves nothing', async () => {
    const { hostname, port } = new URL(stage.server.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/attachments HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${stage.server.url}\r\nContent-Length: ${2 * 1024 * mebibyte}\r\n\r\n`,
    );
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();

    const before = store === 'SQLite' ? inventory() : 0;
    const chunk = new Uint8Array(mebibyte);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent++ > 200) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const response = await fetch(`${stage.server.url}/api/attachments?name=big`, {
      method: 'POST',
      headers: { Origin: stage.server.url },
      body,
      duplex: 'half',
    } as RequestInit);
    expect([response.status, await response.json()]).toEqual([
      413,
      { code: 'too_large', error: 'A file may have 128 MiB' },
    ]);
    if (store === 'SQLite') await until('nothing of it', async () => inventory() === before);
  });

  test('that stops half-way leaves nothing, and the server lives', async () => {
    const { hostname, port } = new URL(stage.server.url);
    const before = store === 'SQLite' ? inventory() : 0;
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/attachments HTTP/1.1\r\nHost: ${hostname}:${port}\r\nOrigin: ${stage.server.url}\r\nContent-Length: 5000000\r\n\r\n`,
    );
    await new Promise((resolve) => socket.write(Buffer.alloc(2_000_000, 'line\n'), resolve));
    if (store === 'SQLite') await until('its start', async () => inventory() > before);
    socket.destroy();
    if (store === 'SQLite') await until('nothing of it', async () => inventory() === before);
    expect((await stage.server.request('/api/health')).status).toBe(200);
    expect(stage.server.output()).not.toContain('a request failed');
  });

  test('is not attached by somebody who made up its ID', async () => {
    const id = await createConversation(stage.server);
    const response = await stage.server.request(`/api/conversations/${id}/messages`, {
      method: 'POST',
      body: { text: 'x', attachments: [{ artifactId: 'art_aaaaaaaaaaaaaaaaaaaaaaaaaa' }] },
    });
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'not_found', error: 'An attachment has expired. Remove it, and attach it again.' },
    ]);
  });

  test('is attached to one conversation only', async () => {
    const { artifactId } = await upload('one\n');
    const [first, second] = [await createConversation(stage.server), await createConversation(stage.server)];
    await sendWith(first, [{ artifactId }]);
    const { attachments } = await sendWith(second, [{ artifactId }]);
    expect(attachments).toMatchObject([{ artifactId }]);
    expect((await metadataOf(artifactId)).conversationId).toBe(first);
  });

  test('that is an archive lists its files to the model; one that would unpack to gigabytes does not', async () => {
    const id = await createConversation(stage.server);
    const viewOf = async (bytes: Uint8Array, name: string) => {
      const { artifactId } = await upload(bytes, name);
      return (await sendWith(id, [{ artifactId }])).parts[0]?.text ?? '';
    };
    const files = { 'src/a.ts': 'const a = 1;\n', 'docs/notes.md': '# Notes\n'.repeat(500) };
    const packed =
      /^bundle\S+: binary, .*archive, [\d,]+ bytes, 2 files, 3\.9 KB unpacked, art_\w+\n {2}src\/a\.ts 13 bytes\n {2}docs\/notes\.md 3\.9 KB$/;
    for (const [name, bytes] of [
      ['bundle.zip', zipOf(files)],
      ['bundle.tar', tarOf(files)],
      ['bundle.tar.gz', gzipSync(tarOf(files))],
    ] as const)
      expect(await viewOf(bytes, name)).toMatch(packed);
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`src/file-${at}.ts`, 'x']));
    const view = await viewOf(zipOf(many), 'many.zip');
    expect(view).toMatch(/^many\.zip: .* 3,000 files, .*\n {2}… 2,\d{3} more files$/s);
    const { count } = await loadTokenizer();
    expect(count(view)).toBeLessThanOrEqual(420);
    const bomb = gzipSync(Buffer.concat([tarOf(files).subarray(0, -1024), Buffer.alloc(200 * mebibyte)]));
    expect(await viewOf(bomb, 'bomb.tar.gz')).toMatch(
      /^bomb\.tar\.gz: binary, gzip archive, [\d,]+ bytes, art_\w+$/,
    );
  });

  test('that is a PDF is read by its text: a view of it, and lines of it', async () => {
    const bytes = manual(40);
    const uploaded = await upload(bytes, 'pump-manual.pdf');
    expect(uploaded).toMatchObject({ type: 'pdf', lineCount: null, byteLength: bytes.length });
    expect(uploaded.tokens).toBeGreaterThan(20_000);
    expect(uploaded.viewTokens).toBeLessThanOrEqual(400);
    const id = await createConversation(stage.server);
    const { parts, attachments } = await sendWith(id, [{ artifactId: uploaded.artifactId }]);
    expect(parts[0]?.text).toMatch(/^pump-manual\.pdf: PDF of 40 pages, 40 sections/);
    expect(parts[0]?.text).toContain('Chapter 1:2');
    expect(attachments).toMatchObject([{ as: 'view', tokens: uploaded.viewTokens }]);
    const { parts: again } = await sendWith(id, [{ artifactId: uploaded.artifactId, lines: 'L34-L36' }]);
    expect(again[0]?.text).toMatch(/34\t\[page 2\]\n35\t# Chapter 2\n36\tPage 2, line 1:/);
    const beyond = await stage.server.request(
      `/api/artifacts/${uploaded.artifactId}/price?lines=L9000-L9001`,
    );
    expect([beyond.status, (await beyond.json()).code]).toEqual([400, 'invalid_lines']);
    const served = await stage.server.request(`/api/artifacts/${uploaded.artifactId}`);
    expect(served.headers.get('content-type')).toBe('application/pdf');
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  test('is counted in a group of its own, never with the tools, and recounted to the token', async () => {
    const read = async (by: string) => {
      const report = await (await stage.server.request(`/api/savings?groupBy=${by}`)).json();
      return new Map<string, SavingsGroup>(report.groups.map((group: SavingsGroup) => [group.key, group]));
    };
    const before = { tools: await read('tool'), sources: await read('source') };
    const uploaded = await upload(lines(3_000), 'counted.log');
    const id = await createConversation(stage.server);
    await sendWith(id, [{ artifactId: uploaded.artifactId }]);
    await sendWith(id, [], 'And now?');
    const after = { tools: await read('tool'), sources: await read('source') };
    const withheld = (uploaded.tokens ?? 0) - uploaded.viewTokens;
    const grown = (groups: 'tools' | 'sources', key: string) =>
      (after[groups].get(key)?.withheldTokens ?? 0) - (before[groups].get(key)?.withheldTokens ?? 0);
    expect(after.tools.get('attachment')?.label).toBe('Given by people');
    expect(grown('tools', 'attachment')).toBe(withheld);
    expect([...after.tools.keys()]).toEqual(['attachment']);
    expect([grown('sources', 'people'), grown('sources', 'built-in')]).toEqual([withheld, 0]);
    expect(after.sources.get('people')?.steps).toBe(0);

    const day = new Date().toISOString().slice(0, 10);
    const calls = await stage.server.request(
      `/api/savings/calls?by=tool&key=attachment&from=${day}&to=9999-01-01&kind=call&limit=1`,
    );
    expect((await calls.json()).entries).toMatchObject([
      { title: 'counted.log', artifactId: uploaded.artifactId, withheldTokens: withheld },
    ]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const recount = await stage.server.request(`/api/savings/recount?from=${day}&to=${tomorrow}`);
    expect(await recount.json()).toMatchObject({ differences: [] });
  });

  test('may be one of the workspace, which git does not ignore and which is no secret', async () => {
    const id = await createConversation(stage.server);
    const [workspace = ''] = (await (await stage.server.request('/api/workspaces')).json()).workspaces.map(
      ({ name }: { name: string }) => name,
    );
    for (const url of [`/api/conversations/${id}`, `/api/workspaces/${workspace}`]) {
      const found = await (await stage.server.request(`${url}/files?q=NOTE`)).json();
      expect(found).toEqual({ files: [{ path: 'docs/notes.md', byteLength: 8 }] });
      expect(await (await stage.server.request(`${url}/files?q=env`)).json()).toEqual({ files: [] });
      const attach = (path: string) =>
        stage.server.request(`${url}/attachments`, { method: 'POST', body: { path } });
      const attached = await attach('docs/notes.md');
      expect(attached.status).toBe(201);
      expect(uploadSchema.parse(await attached.json())).toMatchObject({
        title: 'docs/notes.md',
        byteLength: 8,
      });
      for (const [path, status] of [
        ['docs/none.md', 404],
        ['../../etc/passwd', 400],
        ['docs', 409],
        ['.env', 404],
      ] as const)
        expect([path, (await attach(path)).status]).toEqual([path, status]);
    }
    expect((await stage.server.request('/api/workspaces/none/files?q=x')).status).toBe(404);
  });
});
