import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WorkspaceView } from '#lib/core/api/workspace-view.ts';
import { ask, ofType, readEvents, send, stateOf, until, untilFinished } from '../support/conversations.ts';
import { git, makeRepository } from '../support/git-repository.ts';
import { type GitServer, startGitServer } from '../support/git-server.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const around = tempFolder();
const served = join(around, 'served');
const clones = join(around, 'clones');
let gitServer: GitServer;
let stage: Stage;

beforeAll(async () => {
  mkdirSync(join(served, 'tool'), { recursive: true });
  makeRepository(join(served, 'tool'), { 'README.md': 'a tool\n', 'src/x.js': 'one\n' });
  gitServer = await startGitServer(served);
  const config = join(around, 'vitrine.config.json');
  const cloneFrom = ['repos', 'moved', 'broken'].map((name) => `${gitServer.url}/${name}`);
  writeFileSync(config, JSON.stringify({ cloneFrom }));
  stage = await openStage({ environment: { VITRINE_CONFIG: config, VITRINE_CLONES_DIR: clones } });
});
afterAll(async () => {
  await stage?.close();
  await gitServer?.close();
});

async function call(path: string, method = 'GET', body?: object) {
  const response = await stage.server.request(path, { method, ...(body ? { body } : {}) });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}
const add = (body: object) => call('/api/workspaces', 'POST', body);
const remove = (name: string) => call(`/api/workspaces/${name}`, 'DELETE');
const listed = async (): Promise<WorkspaceView[]> => (await call('/api/workspaces')).body.workspaces;
const report = async (name: string) => (await listed()).find((workspace) => workspace.name === name);
const cloned = (name: string) =>
  until(`the clone ${name}`, async () => {
    const found = await report(name);
    return found?.state === 'cloning' ? null : found;
  });
const clonesLeft = () =>
  existsSync(join(clones, 'repositories')) ? readdirSync(join(clones, 'repositories')) : [];

async function begin(body: object): Promise<string> {
  const created = await call('/api/conversations', 'POST', body);
  expect(created, JSON.stringify(created)).toMatchObject({ status: 201 });
  return created.body.id;
}

/** A folder that is a repository, named as a workspace. */
async function addRepository(name: string, files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = join(around, name);
  mkdirSync(folder);
  makeRepository(folder, files);
  expect(await add({ folder })).toEqual({ status: 201, body: { name, state: 'ready' } });
  return folder;
}

describe('a folder', () => {
  test('is named as a workspace, worked in, and removed; its conversations stay', async () => {
    const folder = join(around, 'notes');
    mkdirSync(folder);
    writeFileSync(join(folder, 'hello.txt'), 'hello\n');
    expect(await add({ folder })).toEqual({ status: 201, body: { name: 'notes', state: 'ready' } });
    expect(await report('notes')).toMatchObject({
      source: 'folder',
      path: folder,
      isGone: false,
      conversationCount: 0,
    });
    const id = await begin({ workspace: 'notes' });
    expect((await ask(stage.server, id, 'edit hello.txt: replace "hello" with "bye"')).data.outcome).toBe(
      'completed',
    );
    expect(readFileSync(join(folder, 'hello.txt'), 'utf8')).toBe('bye\n');
    expect(await report('notes')).toMatchObject({ conversationCount: 1 });

    expect((await remove('notes')).status).toBe(204);
    expect((await remove('notes')).status).toBe(404);
    expect(existsSync(join(folder, 'hello.txt'))).toBe(true);
    const { data } = await ask(stage.server, id, 'read hello.txt');
    expect(data).toMatchObject({ outcome: 'failed', error: { code: 'workspace_missing' } });
    expect((await call(`/api/conversations/${id}`)).status).toBe(200);
    expect((await call('/api/conversations', 'POST', { workspace: 'notes' })).body.code).toBe(
      'unknown_workspace',
    );
    const audited = await call('/api/audit?action=workspace.added&action=workspace.removed');
    expect(audited.body.entries.slice(0, 2)).toMatchObject([
      { action: 'workspace.removed', subject: { name: 'notes' } },
      { action: 'workspace.added', subject: { name: 'notes' }, detail: folder },
    ]);
  });

  test('is refused where it is none, is one already, or holds what is the server’s', async () => {
    const [operators] = await listed();
    expect(operators).toMatchObject({ source: 'operator', path: stage.workspace });
    symlinkSync(stage.server.dataDir, join(around, 'to-data'));
    mkdirSync(join(stage.workspace, 'inner'));
    const refused: [object, number, RegExp][] = [
      [{ folder: 'relative' }, 400, /full path/],
      [{ folder: join(around, 'none') }, 400, /cannot find or read this folder/],
      [{ folder: stage.workspace }, 409, /already/],
      [{ folder: join(stage.workspace, 'inner') }, 409, /overlaps with/],
      [{ folder: stage.server.dataDir }, 409, /own data/],
      [{ folder: join(around, 'to-data') }, 409, /own data/],
      [{ folder: around }, 409, /own data/],
      [{ folder: '/' }, 409, /own data/],
      [{ folder: served, name: operators?.name }, 409, /already/],
      [{ folder: served, name: '../x' }, 400, /./],
      [{ folder: served, url: 'https://x.example/y' }, 400, /./],
      [{}, 400, /./],
    ];
    for (const [body, status, words] of refused) {
      const answer = await add(body);
      expect(answer, JSON.stringify(body)).toMatchObject({
        status,
        body: { error: expect.stringMatching(words) },
      });
    }
    expect((await remove(operators?.name ?? '')).body.code).toBe('not_possible');
    expect(await listed()).toHaveLength(1);
  });
});

describe('a clone', () => {
  test('is made of what is allowed, is a workspace on every process, and goes when it is removed', async () => {
    expect(await add({ url: `${gitServer.url}/repos/tool` })).toEqual({
      status: 202,
      body: { name: 'tool', state: 'cloning' },
    });
    expect(await cloned('tool')).toMatchObject({
      state: 'ready',
      source: 'clone',
      failure: null,
      isGone: false,
    });
    await stage.restart();
    const id = await begin({ workspace: 'tool' });
    await ask(stage.server, id, 'read README.md');
    expect(
      ofType(await readEvents(stage.server, id), 'tool.execution_complete')[0]?.data.result?.content,
    ).toContain('a tool');
    const [start] = await readEvents(stage.server, id);
    expect(start?.data).toMatchObject({ git: { branch: 'main' } });
    expect((await add({ url: `${gitServer.url}/repos/tool` })).body.error).toContain('already');
    expect(clonesLeft()).toHaveLength(1);
    expect((await remove('tool')).status).toBe(204);
    expect(clonesLeft()).toEqual([]);
  });

  test('of what is not allowed asks nobody', async () => {
    const before = gitServer.asked.length;
    const { port } = new URL(gitServer.url);
    for (const [url, status] of [
      [`${gitServer.url}/other/tool`, 409],
      [`${gitServer.url}/reposx/tool`, 409],
      [`http://localhost:${port}/repos/tool`, 409],
      ['https://git.example.com/team/tool', 409],
      [`${gitServer.url}/repos/../other/tool`, 400],
      [`${gitServer.url}/repos/%2e%2e/other/tool`, 400],
      [`http://ada:secret@127.0.0.1:${port}/repos/tool`, 400],
      [`${gitServer.url}/repos/--upload-pack=x`, 400],
      ['ext::sh -c true', 400],
      [`file://${served}/tool`, 400],
      [join(served, 'tool'), 400],
    ] as const)
      expect((await add({ url })).status, url).toBe(status);
    expect(gitServer.asked).toHaveLength(before);
    expect(await listed()).toHaveLength(1);
  });

  test('that fails says why in a sentence, leaves nothing, and gives its name free', async () => {
    for (const [path, words] of [
      ['moved/tool', /redirect/],
      ['repos/none', /has no public repository at this address/],
      ['broken/tool', /./],
    ] as const) {
      const name = path.replace('/', '-');
      const asked = gitServer.asked.length;
      expect((await add({ url: `${gitServer.url}/${path}`, name })).status).toBe(202);
      const ended = await cloned(name);
      expect(ended).toMatchObject({ state: 'failed', failure: expect.stringMatching(words) });
      expect(ended?.failure).toMatch(/^[^\n]+\.$/);
      expect(ended?.failure).not.toContain(around);
      expect(clonesLeft()).toEqual([]);
      expect(gitServer.asked.slice(asked).filter((one) => !one.startsWith(`/${path}`))).toEqual([]);
      expect((await call('/api/conversations', 'POST', { workspace: name })).status).toBe(400);
    }
    expect((await add({ url: `${gitServer.url}/repos/tool`, name: 'moved-tool' })).status).toBe(202);
    expect(await cloned('moved-tool')).toMatchObject({ state: 'ready' });
    for (const name of ['moved-tool', 'repos-none', 'broken-tool'])
      expect((await remove(name)).status).toBe(204);
    expect(clonesLeft()).toEqual([]);
  });
});

describe('a worktree of its own', () => {
  const act = (id: string, wanted: 'diff' | 'merge' | 'discard') =>
    call(`/api/conversations/${id}/worktree/${wanted}`, 'POST');
  const changedFiles = async (id: string) =>
    (await call(`/api/conversations/${id}/worktree`)).body.changedFiles;

  test('keeps two conversations apart, shows what each changed, and is merged by a person', async () => {
    const folder = await addRepository('apart', { 'a.txt': 'one\n', 'b.txt': 'two\n' });
    const [first, second] = await Promise.all([
      begin({ workspace: 'apart', worktree: true }),
      begin({ workspace: 'apart', worktree: true }),
    ]);
    await Promise.all([
      ask(stage.server, first, 'edit a.txt: replace "one" with "first"'),
      ask(stage.server, second, 'edit a.txt: replace "one" with "second"'),
    ]);
    await ask(stage.server, first, 'run printf "\\000\\001" > new.bin');
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('one\n');
    expect([await changedFiles(first), await changedFiles(second)]).toEqual([2, 1]);

    await stage.restart();
    const before = await stateOf(stage.server, first);
    const shown = await act(first, 'diff');
    expect(shown.status).toBe(201);
    const { body } = await call(`/api/artifacts/${shown.body.artifactId}?format=json`);
    expect(body.metadata).toMatchObject({ type: 'diff', state: 'complete', conversationId: first });
    expect(Date.parse(body.metadata.expiresAt)).toBeGreaterThan(Date.now());
    expect(body.data).toContain('-one\n+first\n');
    expect(body.data).toContain('new.bin differ');
    // For people alone: nothing of it is in the log that the model's history is built from.
    expect(await stateOf(stage.server, first)).toEqual(before);

    expect(await act(first, 'merge')).toEqual({ status: 200, body: { mergedFiles: 2 } });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('first\n');
    expect(git(folder, 'log', '--format=%s')).toBe('first');
    const merged = (await stateOf(stage.server, first)).worktreeAct;
    expect(merged).toMatchObject({ type: 'worktree.merged', data: { fileCount: 2 } });
    expect(await changedFiles(first)).toBe(0);
    expect((await act(first, 'merge')).body.error).toContain('nothing to merge');
    expect((await act(first, 'diff')).status).toBe(409);

    const conflict = await act(second, 'merge');
    expect(conflict).toMatchObject({
      status: 409,
      body: { code: 'changed', error: expect.stringContaining('a.txt') },
    });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('first\n');
    expect(await changedFiles(second)).toBe(1);

    expect((await act(second, 'discard')).status).toBe(204);
    expect(await changedFiles(second)).toBe(0);
    expect((await stateOf(stage.server, second)).worktreeAct).toMatchObject({ type: 'worktree.discarded' });
    const audited = await call('/api/audit?action=workspace.merged&action=workspace.discarded');
    expect(audited.body.entries).toMatchObject([
      { action: 'workspace.discarded', subject: { id: second } },
      { action: 'workspace.merged', subject: { id: first }, detail: '2 files into apart' },
    ]);
  });

  test('goes with its conversation', async () => {
    await addRepository('gone', { 'a.txt': 'one\n' });
    const id = await begin({ workspace: 'gone', worktree: true });
    expect(readdirSync(join(clones, 'worktrees'))).toContain(id);
    expect((await call(`/api/conversations/${id}`, 'DELETE')).status).toBe(204);
    expect(readdirSync(join(clones, 'worktrees'))).not.toContain(id);
  });

  test('is neither merged nor discarded while the agent is at work', async () => {
    const folder = await addRepository('busy', { 'a.txt': 'one\n' });
    const id = await begin({ workspace: 'busy', worktree: true });
    const { runId } = await send(stage.server, id, 'run echo x > x; until [ -e go ]; do sleep 0.05; done');
    await until('the command', async () => existsSync(join(clones, 'worktrees', id, 'x')));
    for (const wanted of ['merge', 'discard'] as const) {
      const refused = await act(id, wanted);
      expect(refused).toMatchObject({ status: 409, body: { code: 'not_possible' } });
      expect(refused.body.error).toContain('still working');
    }
    writeFileSync(join(clones, 'worktrees', id, 'go'), '');
    await untilFinished(stage.server, id, runId);
    await until('the lease to be free', async () => (await act(id, 'merge')).status === 200);
    expect(readdirSync(folder).sort()).toEqual(['.git', 'a.txt', 'go', 'x']);
  });

  test('is refused where the workspace is no repository with a commit, and there is none to ask about', async () => {
    const refused = await call('/api/conversations', 'POST', { worktree: true });
    expect(refused).toMatchObject({ status: 409, body: { code: 'not_possible' } });
    expect(refused.body.error).toContain('is not a git repository with a commit');
    const id = await begin({});
    expect(await call(`/api/conversations/${id}/worktree`)).toMatchObject({ status: 200, body: 'null' });
    for (const wanted of ['diff', 'merge', 'discard'] as const)
      expect((await act(id, wanted)).status).toBe(404);
  });

  test('whose folder is gone is reported', async () => {
    await addRepository('lost', { 'a.txt': 'one\n' });
    const id = await begin({ workspace: 'lost', worktree: true });
    rmSync(join(clones, 'worktrees', id), { recursive: true });
    expect((await call(`/api/conversations/${id}/worktree`)).body.error).toContain('no longer exists');
    const { data } = await ask(stage.server, id, 'read a.txt');
    expect(data.error?.code).toBe('workspace_missing');
  });
});
