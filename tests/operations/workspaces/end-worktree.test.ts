import { expect, test } from 'vitest';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { discardWorktree, mergeWorktree } from '#lib/operations/workspaces/end-worktree.ts';
import type { Services } from '#lib/services.ts';
import { openStores } from '#lib/stores/open-stores.ts';
import { originAt } from '#tests/support/origin-at.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const member = { id: 'mem_a', name: 'Ada', role: 'member' as const };
const origin = originAt(null);
const id = 'conv_one';

/** A worktree whose commits are a list; `acts` records what is done to it. */
async function openConversation() {
  const stores = openStores({
    redisUrl: null,
    dataDir: tempFolder(),
    artifactTtlSeconds: 60,
    nowMs: Date.now,
  });
  const now = new Date().toISOString();
  const conversation: Conversation = {
    id,
    title: 'T',
    workspace: 'base',
    model: 'm',
    createdAt: now,
    updatedAt: now,
    createdBy: member,
    audience: 'team',
    archivedAt: null,
    waiting: null,
    worktree: { branch: 'b', commit: 'c0', base: 'c0' },
  };
  await stores.conversations.create(conversation);
  const acts: string[] = [];
  const gate = Promise.withResolvers<void>();
  let looks = 0;
  let count = 0;
  const services = {
    stores,
    runner: { wake: () => undefined },
    nowMs: Date.now,
    newId: (prefix: string) => {
      count += 1;
      return `${prefix}_${count}`;
    },
    workspaces: {
      find: async () => ({ name: 'base' }),
      of: async () => {
        looks += 1;
        return {};
      },
    },
    worktrees: {
      merge: async (_base: unknown, _id: string, base: string) => {
        acts.push(`merge since ${base}`);
        await gate.promise;
        return { commit: 'c1', fileCount: base === 'c0' ? 2 : 0 };
      },
      findConflicts: async () => [],
      discard: async (_id: string, { base }: { base: string }) => acts.push(`discard to ${base}`),
    },
  } as unknown as Services;
  return {
    services,
    conversation,
    acts,
    open: gate.resolve,
    countLooks: () => looks,
    close: () => stores.close(),
  };
}

test('concurrent merges and discards each start from the commit the previous one left', async () => {
  const { services, conversation, acts, open, countLooks, close } = await openConversation();
  const call = { origin, member, services };
  const first = mergeWorktree(call, conversation);
  await expect.poll(() => acts).toEqual(['merge since c0']);
  const looks = countLooks();
  const others = Promise.allSettled([mergeWorktree(call, conversation), discardWorktree(call, conversation)]);
  await expect.poll(countLooks).toBe(looks + 2);
  open();
  expect(await first).toBe(2);
  expect((await others).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(acts.slice(1).toSorted()).toEqual(['discard to c1', 'merge since c1']);
  await close();
});
