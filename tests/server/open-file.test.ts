import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, createConversation, readEvents } from '../support/conversations.ts';
import { numberedLines, openStage, type Stage } from '../support/stage.ts';
import { type Invited, inviteTeam } from '../support/team-browsers.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';

const text = numberedLines(300, (number) => (number === 200 ? 'const needle = 1;' : `line ${number}`));

describe('a file of the workspace that people open', () => {
  let stage: Stage;
  let team: Record<'Ada' | 'Bob', Invited>;
  let server: VitrineServer;
  let id: string;
  beforeAll(async () => {
    stage = await openStage({
      files: {
        'src/cart.ts': text,
        'empty.txt': '',
        'utf16.txt': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('grün\n', 'utf16le')]),
        'blob.bin': Uint8Array.from({ length: 600 }, (_, at) => at % 256),
        '.env': 'TOKEN=a-secret-of-the-workspace\n',
      },
      script: () => ({ text: 'fine' }),
      environment: { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' },
    });
    symlinkSync(join(stage.workspace, 'src/cart.ts'), join(stage.workspace, 'link.ts'));
    team = await inviteTeam(stage.server, ['Ada', 'Bob']);
    server = team.Ada.server;
    id = await createConversation(server);
  });
  afterAll(async () => await stage?.close());

  const open = async (body: unknown, by = server, conversation = id) => {
    const response = await by.request(`/api/conversations/${conversation}/files`, { method: 'POST', body });
    return { status: response.status, body: await response.json() };
  };

  test('is stored as it is now, and is read as any artifact is', async () => {
    const { status, body } = await open({ path: 'src/cart.ts' });
    expect([status, Object.keys(body)]).toEqual([201, ['artifactId']]);
    const path = `/api/artifacts/${body.artifactId}`;
    expect(await (await server.request(path)).text()).toBe(text);
    const window = await (await server.request(`${path}?format=json&lines=200-200`)).json();
    expect(window.data.lines).toEqual(['const needle = 1;']);
    expect(window.metadata).toMatchObject({
      type: 'file',
      title: 'src/cart.ts',
      language: 'typescript',
      state: 'complete',
      conversationId: id,
      author: { id: team.Ada.id, name: 'Ada' },
    });
    // It expires as a result does.
    expect(Date.parse(window.metadata.expiresAt)).toBeGreaterThan(Date.now());

    writeFileSync(join(stage.workspace, 'src/cart.ts'), 'changed since\n');
    const again = await open({ path: './src/cart.ts' });
    expect(await (await server.request(`/api/artifacts/${again.body.artifactId}`)).text()).toBe(
      'changed since\n',
    );
    expect(await (await server.request(path)).text()).toBe(text);
    writeFileSync(join(stage.workspace, 'src/cart.ts'), text);
  });

  test('is opened when it is empty, and as UTF-8 whatever its encoding', async () => {
    for (const [path, content] of [
      ['empty.txt', ''],
      ['utf16.txt', 'grün\n'],
    ]) {
      const { status, body } = await open({ path });
      expect([path, status]).toEqual([path, 201]);
      const bytes = await (await server.request(`/api/artifacts/${body.artifactId}`)).text();
      expect(bytes.replace(/^\ufeff/, '')).toBe(content);
    }
  });

  test('is nothing to the model, the log or the ledger', async () => {
    const savings = async () => (await (await server.request('/api/savings')).json()).totals;
    const before = [await readEvents(server, id), await savings()];
    const { body } = await open({ path: 'src/cart.ts' });
    expect([await readEvents(server, id), await savings()]).toEqual(before);
    await ask(server, id, 'what do you know');
    const sent = stage.model?.requests.at(-1)?.raw ?? '';
    expect(sent).toContain('what do you know');
    for (const word of ['needle', 'cart.ts', body.artifactId]) expect(sent).not.toContain(word);
  });

  test('is not found where there is none; one with secrets is as absent as one that never was', async () => {
    for (const path of ['src/none.ts', 'none/cart.ts', '.env']) {
      const { status, body } = await open({ path });
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
      expect(body.error).toMatch(/^No such file or folder: /);
    }
  });

  test.each([['/etc/passwd'], ['../secret.txt'], ['src/../../secret.txt'], ['src/../.env'], ['a\0b']])(
    'is not opened outside of the workspace, or by what is no path: %j',
    async (path) => {
      expect(await open({ path })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    },
  );

  test.each([[{}], [{ path: '' }], [{ path: 7 }], [{ path: 'a'.repeat(5_000) }], [{ path: 'a', line: 1 }]])(
    'is asked for by its path alone: %#',
    async (body) => {
      expect(await open(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    },
  );

  test('is refused in words where it is no text, or no file', async () => {
    expect(await open({ path: 'blob.bin' })).toMatchObject({
      status: 400,
      body: { code: 'not_text', error: 'Only a text file can be opened at a line.' },
    });
    for (const path of ['src', 'link.ts']) {
      const { status, body } = await open({ path });
      expect([path, status, body.code]).toEqual([path, 409, 'not_possible']);
    }
  });

  test('of a private conversation is there for nobody else, by conversation or by artifact', async () => {
    const hidden = await (
      await server.request('/api/conversations', { method: 'POST', body: { audience: [] } })
    ).json();
    const opened = await open({ path: 'src/cart.ts' }, server, hidden.id);
    expect(opened.status).toBe(201);
    const unknown = { status: 404, body: { error: 'Not found', code: 'not_found' } };
    expect(await open({ path: 'src/cart.ts' }, team.Bob.server, hidden.id)).toEqual(unknown);
    expect(await open({ path: 'src/none.ts' }, team.Bob.server, hidden.id)).toEqual(unknown);
    expect((await team.Bob.server.request(`/api/artifacts/${opened.body.artifactId}`)).status).toBe(404);
    expect((await server.request(`/api/artifacts/${opened.body.artifactId}`)).status).toBe(200);
    expect((await open({ path: 'src/cart.ts' }, stage.server)).status).toBe(401);
  });

  test('goes with its conversation', async () => {
    const other = await createConversation(server);
    const { body } = await open({ path: 'src/cart.ts' }, server, other);
    await server.request(`/api/conversations/${other}`, { method: 'DELETE' });
    expect((await server.request(`/api/artifacts/${body.artifactId}`)).status).toBe(404);
    expect((await open({ path: 'src/cart.ts' }, server, other)).status).toBe(404);
  });
});
