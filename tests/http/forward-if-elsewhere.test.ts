import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { type FilesOfRoute, forwardIfElsewhere } from '#lib/http/forwarding/forward-if-elsewhere.ts';
import { openRunners } from '#lib/runs/runners/runners.ts';
import { createStateReader } from '#lib/runs/state-reader.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { newId, sampleConversation } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs: Date.now });
afterAll(() => stores.close());

const off = { mode: 'off', reason: 'off', memory: null, memoryReason: null } as const;
const disk = 'aaaaaaaaaaaaaaaa';

/** A web process whose only runner has no room, and is not there if it is asked. */
const services = {
  config: { redisUrl: 'redis://127.0.0.1:6379' },
  ...{ log: { warn() {} }, nowMs: Date.now },
  runners: openRunners({
    ...{ stores, newId, nowMs: Date.now, isRunner: false, address: null },
    readState: createStateReader(stores.events),
    readDisk: async () => 'bbbbbbbbbbbbbbbb',
    readFreeBytes: async () => undefined,
    workspaces: { find: async () => null, of: async () => null },
    workingOn: () => 0,
    onError(error: unknown) {
      throw error;
    },
  } as unknown as Parameters<typeof openRunners>[0]),
} as unknown as Parameters<typeof forwardIfElsewhere>[0];

beforeAll(() =>
  stores.runners.put(
    {
      ...{ address: 'http://127.0.0.1:1', instance: 'one', disk, commands: off, workingOn: 0 },
      workspaces: [{ name: 'shop', path: '/srv/shop', isRepository: true, isConfigured: true }],
      freeBytes: limits.workspaceFreeBytes - 1,
    },
    60_000,
  ),
);

const admin = { id: 'mem_a', name: 'Ada', role: 'admin' } as unknown as Parameters<
  typeof forwardIfElsewhere
>[2]['member'];
const shared = sampleConversation({ workspace: 'shop', worktree: null });
const worktree = { branch: 'b', commit: 'c', base: 'c', disk };

const [noRoom, isForwarded] = ['has room on its disk', 'A runner does not respond'];

test.each<[string, FilesOfRoute, object, string]>([
  ['a clone', 'new workspace', { url: 'https://git.example/shop' }, noRoom],
  ['a folder', 'new workspace', { folder: '/srv/docs' }, isForwarded],
  ['a conversation with a worktree', 'new conversation', { workspace: 'shop', worktree: true }, noRoom],
  ['a conversation without one', 'new conversation', { workspace: 'shop' }, isForwarded],
  ['a fork with a worktree', 'copy of conversation', { ...shared, worktree }, noRoom],
  ['a fork without one', 'copy of conversation', shared, isForwarded],
  ['a change in a worktree', 'conversation', { ...shared, worktree }, isForwarded],
])('where no runner has room, %s (%s) needs it, or does not', async (_, files, about, answer) => {
  const isNew = files.startsWith('new ');
  const request = new Request('http://vitrine.example/api/x', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    ...(isNew ? { body: JSON.stringify(about) } : {}),
  });
  const caller = { request, params: {}, member: admin };
  const forwarding = forwardIfElsewhere(
    services,
    files,
    isNew ? caller : { ...caller, conversation: about as typeof shared },
  );
  await expect(forwarding).rejects.toThrow(answer);
});
