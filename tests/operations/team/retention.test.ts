import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { dayMs } from '#lib/core/algorithms/utc-days.ts';
import type { Retention } from '#lib/core/vocabulary/team/retention.ts';
import { applyRetention } from '#lib/operations/team/apply-retention.ts';
import { readRetentionPreview } from '#lib/operations/team/read-retention-preview.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import { createServices } from '#lib/services.ts';
import { isoAfter, sampleArtifact, sampleConversation } from '#tests/contracts/samples.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const services = createServices(
  readConfig({
    VITRINE_DATA_DIR: tempFolder(),
    VITRINE_WORKSPACES: tempFolder(),
    LOG_LEVEL: 'silent',
    VITRINE_EXEC: 'off',
  }),
);
afterAll(() => services.shutDown());
const { stores } = services;
const daysAgo = (days: number): string => isoAfter(-days * dayMs);
/** Hours later each time: of several servers one applies it in an hour. */
let hour = 0;
const apply = async (change: Partial<Retention>) => {
  await stores.settings.change({ conversationDays: null, keptDays: null, auditDays: null, ...change });
  await stores.leases.release('retention', lastToken);
  hour += 1;
  await applyRetention({ ...services, newId: () => `req_${hour}` });
  lastToken = `req_${hour}`;
};
let lastToken = '';

const addConversation = async (change: Parameters<typeof sampleConversation>[0] = {}): Promise<string> => {
  const conversation = sampleConversation(change);
  await stores.conversations.create(conversation);
  return conversation.id;
};
async function addKept(conversationId: string, change: Parameters<typeof sampleArtifact>[0] = {}) {
  const artifact = sampleArtifact({ conversationId, ...change });
  const writer = await stores.artifacts.create(artifact);
  await writer.write(new TextEncoder().encode('kept\n'));
  await writer.complete(null);
  await stores.artifacts.keep(artifact.id, () => null);
  return artifact.id;
}
const remaining = async (ids: readonly string[]) => {
  const listed = new Set((await stores.conversations.list()).map(({ id }) => id));
  return ids.map((id) => listed.has(id));
};
const audited = async () =>
  (await stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 100)).map(
    ({ action, by, subject, detail }) => [action, by?.name, subject?.name ?? null, detail],
  );

beforeEach(async () => {
  for (const { id } of await stores.conversations.list()) await stores.conversations.delete(id);
  await stores.audit.deleteBefore(isoAfter(dayMs));
});

test('nothing is deleted unless an admin decides so', async () => {
  const id = await addConversation({ updatedAt: daysAgo(9_000) });
  const artifactId = await addKept(id, { createdAt: daysAgo(9_000) });
  await apply({});
  expect(await remaining([id])).toEqual([true]);
  expect((await stores.artifacts.get(artifactId))?.metadata.state).toBe('complete');
});

describe('conversations that nobody has changed', () => {
  test('are deleted with their artifacts; others stay, and so do work and the example', async () => {
    const old = await addConversation({ updatedAt: daysAgo(31), title: 'Old' });
    const hidden = await addConversation({ updatedAt: daysAgo(40), title: 'Secret', audience: [] });
    const artifactId = await addKept(old);
    const recent = await addConversation({ updatedAt: daysAgo(29) });
    const pending = await addConversation({ updatedAt: daysAgo(31) });
    await stores.leases.setPending(pending, true);
    const example = await addConversation({ updatedAt: daysAgo(31), recordedAt: daysAgo(31) });
    expect(await readRetentionPreview(services)).toMatchObject({ 30: 2, 90: 0 });
    await apply({ conversationDays: 30 });
    expect(await remaining([old, hidden, recent, pending, example])).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect(await stores.artifacts.get(artifactId)).toBeNull();
    expect((await audited()).toSorted()).toEqual([
      ['conversation.deleted', 'Retention', 'Old', 'not changed for 30 days'],
      // Admins read the audit log: what is private has no title there.
      ['conversation.deleted', 'Retention', 'Private conversation', 'not changed for 30 days'],
    ]);
  });

  test('are deleted by one of several servers', async () => {
    await apply({ conversationDays: 30 });
    const id = await addConversation({ updatedAt: daysAgo(31) });
    await applyRetention(services);
    expect(await remaining([id])).toEqual([true]);
    await apply({ conversationDays: 30 });
    expect(await remaining([id])).toEqual([false]);
  });
});

test('kept results end, and their conversation says so; attachments stay', async () => {
  const id = await addConversation();
  const [old, recent, attached] = [
    await addKept(id, { createdAt: daysAgo(91) }),
    await addKept(id, { createdAt: daysAgo(89) }),
    await addKept(id, { createdAt: daysAgo(91), origin: 'member' }),
  ];
  const example = await addConversation({ recordedAt: daysAgo(91) });
  const recorded = await addKept(example, { createdAt: daysAgo(91) });
  await apply({ keptDays: 90 });
  const states = [old, recent, attached, recorded].map(
    async (one) => (await stores.artifacts.get(one))?.metadata.state,
  );
  expect(await Promise.all(states)).toEqual(['expired', 'complete', 'complete', 'complete']);
  expect((await stateFromLog(stores.events, id)).keeps[old]).toMatchObject({ isKept: false });
  expect(await audited()).toEqual([['retention.applied', 'Retention', null, 'deleted: 1 kept result']]);
});

test('old entries of the audit log are deleted, which is an entry', async () => {
  const entry = { action: 'member.signed_in', by: null, subject: null, network: null } as const;
  for (const [timestamp, detail] of [
    [daysAgo(400), 'a'],
    [daysAgo(366), 'b'],
    [daysAgo(364), 'c'],
  ] as const)
    await stores.audit.append({ ...entry, timestamp, detail });
  await apply({ auditDays: 365 });
  expect(await audited()).toEqual([
    ['retention.applied', 'Retention', null, 'deleted: 2 entries of this log'],
    ['member.signed_in', undefined, null, 'c'],
  ]);
});
