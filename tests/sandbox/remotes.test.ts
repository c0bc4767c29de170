import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { GitHostKind } from '#lib/core/vocabulary/git-remote.ts';
import { changeWorkspace } from '#lib/operations/workspaces/change-workspace.ts';
import { mergeWorktree } from '#lib/operations/workspaces/end-worktree.ts';
import { readCredential, readRemote } from '#lib/operations/workspaces/git-access.ts';
import { type PushWanted, pushWorktree } from '#lib/operations/workspaces/push-worktree.ts';
import { storeDiff } from '#lib/operations/workspaces/store-diff.ts';
import { updateWorktree } from '#lib/operations/workspaces/update-worktree.ts';
import { requireRepository } from '#lib/operations/workspaces/worktree-of.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createServices, type Services } from '#lib/services.ts';
import { git, makeRepository } from '../support/git-repository.ts';
import { type GitServer, startGitServer } from '../support/git-server.ts';
import { originAt } from '../support/origin-at.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const credential = { user: 'ada', token: 'glpat-0123456789abcdef' };
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

let services: Services;
let server: GitServer;
let root: string;
let hosted: string;
let conversation: Conversation;
let asked: { path: string; authorization: string; body: unknown }[];
let answer: { status: number; body: unknown };

/** What a server of repositories answers besides git. */
const api = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const authorization = String(request.headers.authorization ?? request.headers['private-token'] ?? '');
  asked.push({ path: request.url ?? '', authorization, body: text === '' ? null : JSON.parse(text) });
  const isSearch = request.method === 'GET';
  response.writeHead(isSearch ? 200 : answer.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isSearch ? [answer.body] : answer.body));
});

const workspaceName = () => services.workspaces.configured[0]?.name ?? '';
const call = () => ({ origin: originAt(null), member: services.localMember, services });
const own = () => ({ conversationId: conversation.id, shared: null });
const copyPath = (...path: string[]) => join(services.worktrees.pathOf(conversation.id), ...path);
const push = async (wanted: Partial<PushWanted> = {}) =>
  await pushWorktree(call(), (await services.stores.conversations.get(conversation.id)) ?? conversation, {
    remote: (await readRemote(services, workspaceName()))?.url ?? '',
    branch: 'vitrine/work',
    message: 'Fix the cart\n\nIt counted twice.',
    credential,
    request: null,
    ...wanted,
  });
const inHosted = (...words: string[]) => git(hosted, ...words);
/** Somebody else's commit on a branch of the server: of files, or of what a function changes in a clone. */
function commitElsewhere(
  change: Record<string, string | Uint8Array> | ((clone: string) => void),
  branch = 'main',
): string {
  const clone = tempFolder();
  git(clone, 'clone', '-q', hosted, '.');
  if (typeof change === 'function') change(clone);
  else writeFiles(clone, change);
  git(clone, 'add', '-Af');
  git(clone, 'commit', '-qm', 'elsewhere');
  git(clone, 'push', '-q', hosted, `HEAD:refs/heads/${branch}`);
  return git(clone, 'rev-parse', 'HEAD');
}
const setRemote = (url: string, kind: GitHostKind = 'git') =>
  changeWorkspace(call(), workspaceName(), { remote: { url, kind, target: 'main' } });

beforeEach(async () => {
  asked = [];
  root = tempFolder();
  makeRepository(root, { 'cart.js': 'one\n', '.gitignore': 'ignored/\nlinked\n', '.env': 'SECRET=1\n' });
  const folder = tempFolder();
  hosted = join(folder, 'app.git');
  git(folder, 'clone', '-q', '--bare', root, hosted);
  git(hosted, 'config', 'http.receivepack', 'true');
  server = await startGitServer(folder, { ...credential, mayPush: true });
  services = createServices(
    readConfig({
      VITRINE_DATA_DIR: join(tempFolder(), 'data'),
      VITRINE_WORKSPACES: root,
      LOG_LEVEL: 'silent',
    }),
  );
  closing.push(
    () => services.shutDown(),
    () => server.close(),
  );
  conversation = await createConversation(services, services.localMember, { worktree: true });
  await setRemote(`${server.url}/repos/app.git`);
  writeFiles(services.worktrees.pathOf(conversation.id), {
    'cart.js': 'two\n',
    'picture.bin': new Uint8Array([0, 1, 2, 255]),
    'ignored/file': 'x',
  });
});

test('what the worktree has is one commit of the member, with the agent as co-author, on the branch of the server; a message tells the team', async () => {
  const { commit, branch, url } = await push();
  expect({ branch, url }).toEqual({ branch: 'vitrine/work', url: null });
  expect(inHosted('rev-parse', 'refs/heads/vitrine/work')).toBe(commit);
  expect(inHosted('log', '-1', '--format=%an <%ae>%n%B', commit)).toBe(
    `${services.localMember.name} <local@users.vitrine.invalid>\nFix the cart\n\nIt counted twice.\n\nCo-authored-by: Vitrine agent <agent@vitrine.invalid>`,
  );
  expect(inHosted('diff', '--stat=80', '--name-only', 'main', commit)).toBe('cart.js\npicture.bin');
  expect(inHosted('rev-parse', `${commit}^`)).toBe(inHosted('rev-parse', 'main'));
  const events = await readLog(services.stores.events, conversation.id);
  expect(events.find(({ type }) => type === 'worktree.pushed')?.data).toMatchObject({
    branch: 'vitrine/work',
    commit,
  });
  expect(events.flatMap((event) => (event.type === 'user.message' ? [event.data] : []))).toMatchObject([
    { runId: null, content: expect.stringContaining('Pushed `vitrine/work` to 127.0.0.1') },
  ]);
  expect(JSON.stringify(events)).not.toContain(credential.token);
});

test('a second push follows the first; nothing new is pushed, and it asks for no token again', async () => {
  const first = await push();
  await expect(push({ credential: undefined })).resolves.toMatchObject({ commit: first.commit });
  writeFiles(services.worktrees.pathOf(conversation.id), { 'cart.js': 'three\n' });
  const second = await push({ credential: undefined });
  expect(inHosted('rev-parse', `${second.commit}^`)).toBe(first.commit);
});

test('a branch that has other commits is left as it is', async () => {
  const before = commitElsewhere({ 'other.txt': 'of somebody else' }, 'vitrine/work');
  await expect(push()).rejects.toMatchObject({
    code: 'changed',
    message: expect.stringContaining('nothing is overwritten'),
  });
  expect(inHosted('rev-parse', 'vitrine/work')).toBe(before);
  expect((await push({ branch: 'vitrine/work-2' })).branch).toBe('vitrine/work-2');
});

test('a token that is wrong, or has no right, is refused with a reason, and not stored', async () => {
  const wrong = { user: 'ada', token: 'wrong-token' };
  await expect(push({ credential: wrong })).rejects.toThrow('does not accept this user name and token');
  const remote = await readRemote(services, workspaceName());
  if (remote === null) throw new Error('no remote');
  expect(await readCredential(services, services.localMember, remote)).toBeNull();
  await push();
  expect(await readCredential(services, services.localMember, remote)).toEqual(credential);
  expect(await readCredential(services, { id: 'mem_other' }, remote)).toBeNull();
  expect(await services.stores.credentials.get(services.localMember.id, `git ${server.url}`)).not.toContain(
    credential.token,
  );
});

test('a token without the right to push is refused with the reason, and not stored', async () => {
  const reader = { user: 'bob', token: 'may-only-read' };
  const readOnly = await startGitServer(dirname(hosted), { ...reader, mayPush: false });
  closing.push(() => readOnly.close());
  await setRemote(`${readOnly.url}/repos/app.git`);
  await expect(push({ credential: reader })).rejects.toThrow('has no right to push to vitrine/work');
  const remote = await readRemote(services, workspaceName());
  expect(remote && (await readCredential(services, services.localMember, remote))).toBeNull();
  expect(inHosted('branch', '--list', 'vitrine/work')).toBe('');
});

test('what is in the copy’s repository decides nothing: no hook, no address, no helper of its', async () => {
  const trap = join(tempFolder(), 'trap');
  writeFiles(copyPath(), {
    '.git/hooks/pre-push': `#!/bin/sh\ntouch ${trap}\n`,
    '.git/hooks/pre-commit': `#!/bin/sh\ntouch ${trap}\n`,
    '.git/config': `[core]\n\tsshCommand = touch ${trap}\n[credential]\n\thelper = !touch ${trap}\n[url "http://127.0.0.1:1/"]\n\tinsteadOf = ${server.url}/\n`,
  });
  for (const name of ['pre-push', 'pre-commit']) chmodSync(copyPath('.git/hooks', name), 0o755);
  await push();
  expect(existsSync(trap)).toBe(false);
});

test('a server that leads elsewhere gets no push, and the token goes nowhere else', async () => {
  await setRemote(`${server.url}/moved/app.git`);
  await expect(push()).rejects.toMatchObject({ code: 'not_possible' });
  expect(server.asked.filter((path) => path.startsWith('/repos/'))).toEqual([]);
});

test('without a remote, or without a change, it says so', async () => {
  await services.worktrees.discard(conversation.id, conversation.worktree ?? { branch: '', base: '' });
  await expect(push()).rejects.toThrow('Nothing has changed');
  await changeWorkspace(call(), workspaceName(), { remote: null });
  await expect(push()).rejects.toThrow('Nobody chose where');
});

test('a remote that was changed meanwhile gets nothing', async () => {
  await expect(push({ remote: 'https://git.example.org/team/app.git' })).rejects.toMatchObject({
    code: 'changed',
  });
  expect(server.asked).toEqual([]);
});

test('the changes as a patch, binary files too', async () => {
  const patch = await services.worktrees.patch(own(), conversation.worktree?.base ?? '');
  const other = tempFolder();
  git(other, 'clone', '-q', hosted, '.');
  writeFiles(other, { 'a.patch': new Uint8Array(patch) });
  git(other, 'apply', 'a.patch');
  expect(readFileSync(join(other, 'cart.js'), 'utf8')).toBe('two\n');
  expect([...readFileSync(join(other, 'picture.bin'))]).toEqual([0, 1, 2, 255]);
});

/** One server for git and for its requests, as they are in earnest. */
async function serveTogether(): Promise<string> {
  if (!api.listening) {
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    closing.push(() => api.close());
  }
  return `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
}

test.each([
  ['github', '/api/v3/repos/team/app/pulls', 'html_url', 'Bearer'],
  ['gitlab', '/api/v4/projects/team%2Fapp/merge_requests', 'web_url', ''],
  ['gitea', '/api/v1/repos/team/app/pulls', 'html_url', 'token'],
] as const)('a request is opened on %s, with its link in the thread', async (kind, path, field, scheme) => {
  const { openRequest } = await import('#lib/operations/workspaces/open-request.ts');
  const url = `${await serveTogether()}/team/app.git`;
  const link = `${await serveTogether()}/team/app/7`;
  answer = { status: 201, body: { [field]: link } };
  const wanted = { branch: 'vitrine/work', title: 'Fix', body: 'why', token: credential.token };
  expect(await openRequest({ url, kind, target: 'main' }, wanted)).toBe(link);
  expect(asked[0]).toMatchObject({ path, authorization: `${scheme} ${credential.token}`.trim() });
  expect(JSON.stringify(asked[0]?.body)).toContain('vitrine/work');
  // It is there already: the open one is found.
  const head =
    kind === 'gitlab'
      ? { source_branch: 'vitrine/work', source_project_id: 1, target_project_id: 1 }
      : { head: { ref: 'vitrine/work', repo: { full_name: 'team/app' } } };
  answer = { status: 409, body: { [field]: link, ...head, message: 'exists' } };
  expect(await openRequest({ url, kind, target: 'main' }, wanted)).toBe(link);
  // One of somebody else's copy is another.
  const foreign =
    kind === 'gitlab'
      ? { source_project_id: 2 }
      : { head: { ref: 'vitrine/work', repo: { full_name: 'evil/app' } } };
  answer = { status: 409, body: { [field]: link, ...head, ...foreign, message: 'exists' } };
  await expect(openRequest({ url, kind, target: 'main' }, wanted)).rejects.toThrow('exists');
  for (const bad of ['https://evil.example/1', 'javascript:alert(1)', `${link}?[a](https://evil.example)`]) {
    answer = { status: 201, body: { [field]: bad } };
    await expect(openRequest({ url, kind, target: 'main' }, wanted)).rejects.toThrow('named no address');
  }
  answer = { status: 403, body: { message: 'Resource not accessible by token' } };
  await expect(openRequest({ url, kind, target: 'main' }, wanted)).rejects.toThrow(
    'Resource not accessible by token',
  );
});

const current = async () =>
  (await services.stores.conversations.get(conversation.id))?.worktree ?? {
    branch: '',
    commit: '',
    base: '',
  };
const update = async () =>
  await updateWorktree(call(), (await services.stores.conversations.get(conversation.id)) ?? conversation, {
    remote: (await readRemote(services, workspaceName()))?.url ?? '',
  });
const changedFiles = async () => services.worktrees.countChanged(own(), (await current()).base);
const readCopy = (path: string) => readFileSync(copyPath(path), 'utf8');

test('what is new on the server is fetched, and the changes stay on top of it, uncommitted', async () => {
  const commit = commitElsewhere({ 'other.txt': 'of somebody else\n' });
  expect(await update()).toEqual({ commit, isNew: true, conflicts: [], kept: [] });
  expect([readCopy('other.txt'), readCopy('cart.js'), readCopy('ignored/file')]).toEqual([
    'of somebody else\n',
    'two\n',
    'x',
  ]);
  expect(await current()).toMatchObject({ commit, base: commit });
  expect(await changedFiles()).toBe(2);
  expect(git(copyPath(), 'rev-parse', 'HEAD')).toBe(commit);
  expect(git(copyPath(), 'status', '--porcelain', '--', 'cart.js', 'other.txt').trim()).toBe('M cart.js');
  expect(existsSync(join(services.worktrees.pathOf('.push'), 'repository'))).toBe(false);
  const events = await readLog(services.stores.events, conversation.id);
  expect(events.find(({ type }) => type === 'worktree.updated')?.data).toMatchObject({
    commit,
    branch: 'main',
  });
  // Again: there is nothing more.
  expect(await update()).toEqual({ commit, isNew: false, conflicts: [], kept: [] });
  const pushed = await push();
  expect(inHosted('rev-parse', `${pushed.commit}^`)).toBe(commit);
});

test('where both sides changed the same lines both are shown, and of a binary file its own version stays; nothing leaves before that is resolved', async () => {
  const commit = commitElsewhere({ 'cart.js': 'three\n', 'picture.bin': new Uint8Array([9, 0, 9]) });
  expect(await update()).toEqual({
    commit,
    isNew: true,
    conflicts: ['cart.js'],
    kept: ['picture.bin'],
  });
  expect(readCopy('cart.js')).toBe('<<<<<<< worktree\ntwo\n=======\nthree\n>>>>>>> origin/main\n');
  expect([...readFileSync(copyPath('picture.bin'))]).toEqual([0, 1, 2, 255]);
  const refused = {
    code: 'not_possible',
    message: expect.stringContaining('Both versions are still in cart.js'),
  };
  await expect(push()).rejects.toMatchObject(refused);
  await expect(update()).rejects.toMatchObject(refused);
  await expect(mergeWorktree(call(), { ...conversation, worktree: await current() })).rejects.toMatchObject(
    refused,
  );
  writeFiles(copyPath(), { 'cart.js': 'two and three\n' });
  const pushed = await push();
  expect(inHosted('show', `${pushed.commit}:cart.js`)).toBe('two and three');
});

test('after a push, the next one includes both what was pushed and what was fetched: nothing is forced', async () => {
  const first = await push();
  const commit = commitElsewhere({ 'other.txt': 'of somebody else\n' });
  await update();
  const second = await push({ credential: undefined });
  expect(inHosted('log', '-1', '--format=%P', second.commit)).toBe(`${first.commit} ${commit}`);
  expect(inHosted('diff', '--name-only', 'main', second.commit)).toBe('cart.js\npicture.bin');
});

test('what was merged into the workspace before an update is no change of the worktree after it', async () => {
  await mergeWorktree(call(), conversation);
  expect(readFileSync(join(root, 'cart.js'), 'utf8')).toBe('two\n');
  writeFiles(copyPath(), { 'new.txt': 'later\n' });
  commitElsewhere({ 'other.txt': 'of somebody else\n' });
  await update();
  expect(readCopy('cart.js')).toBe('two\n');
  expect(await changedFiles()).toBe(1);
  const pushed = await push();
  expect(inHosted('diff', '--name-only', 'main', pushed.commit)).toBe('cart.js\nnew.txt\npicture.bin');
});

test('an ignored file in the way, a branch that is not there, or a server that is none: the reason is shown, and nothing has changed', async () => {
  const before = await current();
  commitElsewhere({ 'ignored/file': 'theirs\n' });
  await expect(update()).rejects.toThrow('ignored/file');
  expect([await current(), readCopy('ignored/file'), readCopy('cart.js')]).toEqual([before, 'x', 'two\n']);
  await changeWorkspace(call(), workspaceName(), {
    remote: { url: `${server.url}/repos/app.git`, kind: 'git', target: 'none' },
  });
  await expect(update()).rejects.toThrow('has no branch none');
  await setRemote(`${server.url}/repos/nothing.git`);
  await expect(update()).rejects.toThrow('shows no such repository to who has no token');
  await setRemote(`${server.url}/broken/app.git`);
  await expect(update()).rejects.toMatchObject({ code: 'not_possible' });
  expect(await current()).toEqual(before);
  expect(readdirSync(copyPath()).filter((name) => name.startsWith('.vitrine'))).toEqual([]);
});

test('secrets that commands cannot see are left as they are', async () => {
  commitElsewhere({ 'other.txt': 'x\n' });
  await update();
  expect(readCopy('.env')).toBe('SECRET=1\n');
  expect(await changedFiles()).toBe(2);
  commitElsewhere({ '.env': 'SECRET=2\n' });
  expect((await update()).kept).toEqual(['.env']);
  expect(readCopy('.env')).toBe('SECRET=1\n');
  expect(await changedFiles()).toBe(2);
  const pushed = await push();
  expect(inHosted('show', `${pushed.commit}:.env`)).toBe('SECRET=2');
});

test('commits that the server does not have stay: those of the workspace are joined with what is new there', async () => {
  writeFiles(root, { 'feature.txt': 'of the workspace\n' });
  git(root, 'add', '-A', 'feature.txt');
  git(root, 'commit', '-qm', 'feature');
  conversation = await createConversation(services, services.localMember, { worktree: true });
  writeFiles(services.worktrees.pathOf(conversation.id), { 'cart.js': 'two\n' });
  expect((await update()).isNew).toBe(false);
  const commit = commitElsewhere({ 'other.txt': 'x\n' });
  const { commit: joined, conflicts } = await update();
  expect(conflicts).toEqual([]);
  expect(git(copyPath(), 'log', '-1', '--format=%P', joined)).toBe(
    `${git(root, 'rev-parse', 'HEAD')} ${commit}`,
  );
  expect([readCopy('feature.txt'), readCopy('other.txt'), readCopy('cart.js')]).toEqual([
    'of the workspace\n',
    'x\n',
    'two\n',
  ]);
  expect(await changedFiles()).toBe(1);
  commitElsewhere({ 'feature.txt': 'another\n' });
  const before = await current();
  await expect(update()).rejects.toThrow('Merge them there first');
  expect([await current(), readCopy('feature.txt')]).toEqual([before, 'of the workspace\n']);
});

test('an update that fails while it writes is taken back, and one after it goes well', async () => {
  mkdirSync(copyPath('.git/refs/heads/vitrine', `${(await current()).branch.split('/').at(-1)}.lock`));
  commitElsewhere({ 'cart.js': 'three\n', 'new.txt': 'new\n' });
  const before = await current();
  await expect(update()).rejects.toMatchObject({ code: 'not_possible' });
  expect([await current(), readCopy('cart.js'), existsSync(copyPath('new.txt'))]).toEqual([
    before,
    'two\n',
    false,
  ]);
  rmSync(copyPath('.git/refs/heads/vitrine', `${before.branch.split('/').at(-1)}.lock`), { recursive: true });
  expect((await update()).conflicts).toEqual(['cart.js']);
});

test.each([
  ['a mark of another size', { '.gitattributes': '* conflict-marker-size=20\n', 'cart.js': 'three\n' }],
  ['a name that is no text', { 'cart.js': 'three\n' }],
])('marks are found whatever their file: %s', async (_, files) => {
  commitElsewhere(files);
  await update();
  // However the file is called by now.
  renameSync(
    copyPath('cart.js'),
    Buffer.concat([Buffer.from(copyPath('caf')), Buffer.from([0xe9])]) as unknown as string,
  );
  await expect(push()).rejects.toThrow('Both versions are still in caf');
});

test('what was deleted here and changed there stays deleted; a folder that moved there takes nothing along', async () => {
  commitElsewhere({ 'gone.txt': 'one\n', 'dir/a.txt': 'a\n', 'dir/b.txt': 'b\n' });
  await update();
  rmSync(copyPath('gone.txt'));
  writeFiles(copyPath(), { 'dir/added.txt': 'added\n' });
  commitElsewhere((clone) => {
    writeFiles(clone, { 'gone.txt': 'two\n' });
    git(clone, 'mv', 'dir', 'folder');
  });
  expect(await update()).toMatchObject({ conflicts: [], kept: ['gone.txt'] });
  expect([existsSync(copyPath('gone.txt')), readCopy('dir/added.txt'), readCopy('folder/a.txt')]).toEqual([
    false,
    'added\n',
    'a\n',
  ]);
});

test('what git ignores is not replaced by a folder; what it knows is, by a file or a folder', async () => {
  commitElsewhere({ 'dir/a.txt': 'a\n' });
  await update();
  symlinkSync('dir', copyPath('linked'));
  commitElsewhere({ 'linked/file': 'theirs\n' });
  await expect(update()).rejects.toThrow('linked/file');
  expect(readlinkSync(copyPath('linked'))).toBe('dir');
  rmSync(copyPath('linked'));
  commitElsewhere((clone) => {
    git(clone, 'rm', '-rqf', 'dir', 'cart.js');
    writeFiles(clone, { dir: 'a file now\n', 'cart.js/index.js': 'a folder now\n' });
  });
  writeFiles(copyPath(), { 'cart.js': 'one\n' });
  expect(await update()).toMatchObject({ conflicts: [], kept: [] });
  expect([readCopy('dir'), readCopy('cart.js/index.js')]).toEqual(['a file now\n', 'a folder now\n']);
});

test('after what was merged into the workspace conflicted with the server, only its resolution is a change', async () => {
  await mergeWorktree(call(), conversation);
  commitElsewhere({ 'cart.js': 'three\n' });
  expect((await update()).conflicts).toEqual(['cart.js']);
  writeFiles(copyPath(), { 'cart.js': 'two and three\n' });
  expect(await changedFiles()).toBe(1);
  await mergeWorktree(call(), { ...conversation, worktree: await current() });
  expect(readFileSync(join(root, 'cart.js'), 'utf8')).toBe('two and three\n');
});

test('what a server left that ended while it updated is no change', async () => {
  writeFiles(copyPath(), { '.vitrine-0123456789abcdef/pack': 'left' });
  expect(await changedFiles()).toBe(2);
});

describe('a conversation in the workspace itself', () => {
  beforeEach(async () => {
    conversation = await createConversation(services, services.localMember, {});
    writeFiles(root, { 'cart.js': 'two\n', 'new.txt': 'new\n', 'ignored/file': 'x' });
  });
  const repository = () =>
    git(root, 'for-each-ref') + git(root, 'rev-parse', 'HEAD') + git(root, 'diff', '--cached');
  const review = async () => {
    const id = await storeDiff(services, services.localMember, conversation);
    return Buffer.from((await services.stores.artifacts.readBytes(id, 0, 10_000)) ?? []).toString();
  };

  test('its changes since the last commit are reviewed, counted and downloaded, with those of others', async () => {
    const diff = await review();
    expect(diff.match(/^diff --git .*$/gm)).toEqual([
      'diff --git a/cart.js b/cart.js',
      'diff --git a/new.txt b/new.txt',
    ]);
    const { tree, base } = await requireRepository(services, conversation);
    expect(await services.worktrees.countChanged(tree, base)).toBe(2);
    const patch = (await services.worktrees.patch(tree, base)).toString();
    expect(patch.match(/^[+-]\w+$/gm)).toEqual(['-one', '+two', '+new']);
  });

  test('they are pushed to a branch, and neither branches nor index nor objects of the workspace change', async () => {
    const objects = () => git(root, 'count-objects', '-v');
    const before = [repository(), objects()];
    const first = await push();
    expect(inHosted('diff', '--name-only', 'main', first.commit)).toBe('cart.js\nnew.txt');
    expect(inHosted('rev-parse', `${first.commit}^`)).toBe(inHosted('rev-parse', 'main'));
    expect([repository(), objects()]).toEqual(before);
    await expect(push({ credential: undefined })).resolves.toMatchObject({ commit: first.commit });
    writeFiles(root, { 'cart.js': 'three\n' });
    const second = await push({ credential: undefined });
    expect(inHosted('rev-parse', `${second.commit}^`)).toBe(first.commit);
    expect(inHosted('show', `${second.commit}:cart.js`)).toBe('three');
  });

  test('after somebody committed there, the next push includes that commit too', async () => {
    const first = await push();
    git(root, 'add', 'new.txt');
    git(root, 'commit', '-qm', 'of a person');
    const second = await push({ credential: undefined });
    expect(inHosted('log', '-1', '--format=%P', second.commit)).toBe(
      `${first.commit} ${git(root, 'rev-parse', 'HEAD')}`,
    );
  });

  test('after its branch was merged and deleted there, it is pushed anew; with commits of others, it is not', async () => {
    const first = await push();
    git(hosted, 'update-ref', '-d', 'refs/heads/vitrine/work');
    writeFiles(root, { 'cart.js': 'three\n' });
    const second = await push({ credential: undefined });
    expect(inHosted('rev-parse', `${second.commit}^`)).toBe(inHosted('rev-parse', 'main'));
    expect(second.commit).not.toBe(first.commit);
    commitElsewhere({ 'other.txt': 'x\n' }, 'vitrine/theirs');
    git(hosted, 'update-ref', 'refs/heads/vitrine/work', 'refs/heads/vitrine/theirs');
    await expect(push({ credential: undefined })).rejects.toMatchObject({ code: 'changed' });
  });

  test('what people excluded there is not new; only some of the files, or files of LFS, are left to git', async () => {
    writeFiles(root, { '.git/info/exclude': 'new.txt\n' });
    expect((await review()).match(/^diff --git .*$/gm)).toEqual(['diff --git a/cart.js b/cart.js']);
    git(root, 'update-index', '--skip-worktree', '.gitignore');
    await expect(push()).rejects.toThrow('only some of its files');
    git(root, 'update-index', '--no-skip-worktree', '.gitignore');
    writeFiles(root, { '.gitattributes': 'cart.js filter=lfs\n' });
    await expect(review()).rejects.toThrow('git LFS');
  });

  test('a push that the other server has, and this one did not record, is followed all the same', async () => {
    const first = await push();
    const { id } = conversation;
    await services.stores.conversations.update(id, {
      pushed: { branch: 'vitrine/work', commit: null, pending: first.commit },
    });
    writeFiles(root, { 'cart.js': 'three\n' });
    const second = await push({ credential: undefined });
    expect(inHosted('rev-parse', `${second.commit}^`)).toBe(first.commit);
  });

  test('a workspace that is no repository has nothing to review', async () => {
    rmSync(join(root, '.git'), { recursive: true });
    await expect(review()).rejects.toMatchObject({ code: 'not_found' });
    await expect(push()).rejects.toMatchObject({ code: 'not_found' });
  });
});
