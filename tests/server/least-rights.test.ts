import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileSeccompProfile } from '../support/compile-seccomp-profile.ts';
import { readContainerRights } from '../support/container-rights.ts';
import { createConversation, ofType, readEvents, send, untilFinished } from '../support/conversations.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const root = join(import.meta.dirname, '..', '..');
const { userId, seccompFile, isRootReadOnly, tmpfs } = readContainerRights('vitrine');
const profile = JSON.parse(readFileSync(seccompFile, 'utf8'));

const isRoot = process.getuid?.() === 0;

let server: VitrineServer;
beforeAll(async () => {
  const folder = tempFolder();
  const folders = ['data', 'clones', 'workspace'].map((name) => join(folder, name));
  for (const each of folders) mkdirSync(each);
  const [dataDir = '', clones = '', workspace = ''] = folders;
  writeFileSync(join(workspace, 'notes.txt'), 'one\ntwo\n');
  const startedBy = inContainer(folder, folders);
  if (isRoot) for (const each of [folder, ...folders]) chownSync(each, userId, userId);
  server = await startVitrine({
    ...{ dataDir, workspace, startedBy },
    environment: { VITRINE_CLONES_DIR: clones, HOME: clones },
  });
});
afterAll(async () => await server?.end());

/**
 * The container of docker-compose.yml, made by bubblewrap, since there may be no engine: a user without capabilities who gains
 * none, a root that is only read, a /proc that is whole, and the profile of system calls.
 */
function inContainer(folder: string, written: readonly string[]): string[] {
  const filter = join(folder, 'profile.bpf');
  writeFileSync(filter, compileSeccompProfile(profile));
  const start = join(folder, 'start.sh');
  writeFileSync(start, '#!/bin/sh\nexec 9<"$1"\nshift\nexec "$@"\n');
  chmodSync(start, 0o755);
  const user = ['--reuid', String(userId), '--regid', String(userId), '--clear-groups'];
  const asUser = ['--bounding-set', '-all', '--inh-caps', '-all', ...user];
  const bind = isRootReadOnly ? '--ro-bind' : '--bind';
  const inMemory = tmpfs.filter((path) => existsSync(path)).flatMap((path) => ['--tmpfs', path]);
  const binds = written.flatMap((path) => ['--bind', path, path]);
  return [
    ...[start, filter, 'setpriv', ...(isRoot ? asUser : []), '--no-new-privs'],
    ...['bwrap', '--unshare-user', '--cap-drop', 'ALL'],
    ...['--unshare-pid', '--unshare-ipc', '--die-with-parent', bind, '/', '/', '--dev', '/dev'],
    ...['--proc', '/proc', ...inMemory, bind, root, root, ...binds, '--seccomp', '9', '--'],
  ];
}

/** Of the server itself: what it was started by waits for it. */
function statusOf(pid: number): Map<string, string> {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  const [child] = children.filter(Boolean).map(Number);
  if (child !== undefined && !readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith(process.execPath))
    return statusOf(child);
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  return new Map(lines.map((line) => [line.split(':')[0] ?? '', line.split(':')[1]?.trim() ?? '']));
}

test('a server with the rights of its container, and no others, starts without a complaint, and has its sandbox', async () => {
  const status = statusOf(server.pid);
  for (const set of ['CapEff', 'CapPrm', 'CapInh', 'CapBnd', 'CapAmb'])
    expect([set, status.get(set)]).toEqual([set, '0000000000000000']);
  expect([status.get('NoNewPrivs'), status.get('Seccomp')]).toEqual(['1', '2']);
  const health = await (await server.request('/api/health')).json();
  expect(health).toMatchObject({ status: 'ready', commands: { mode: 'bwrap', reason: null } });
  expect(server.output()).not.toMatch(/"level":(40|50|60)/);
});

test('commands run in it, and read and write the workspace', async () => {
  const id = await createConversation(server);
  const command = 'run cat notes.txt && echo three > more.txt && cat more.txt && id -u';
  const { runId } = await send(server, id, command);
  expect((await untilFinished(server, id, runId)).data.outcome).toBe('completed');
  const [call] = ofType(await readEvents(server, id), 'tool.execution_complete');
  expect(call?.data.toolTelemetry.exitCode).toBe(0);
  expect(call?.data.result?.content).toContain('three');
});
