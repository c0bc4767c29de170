import { beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/core/algorithms/utc-days.ts';
import { compactionTool } from '#lib/core/vocabulary/artifact.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { Retention } from '#lib/core/vocabulary/team/retention.ts';
import { applyRetention } from '#lib/operations/team/apply-retention.ts';
import { readRetentionPreview } from '#lib/operations/team/read-retention-preview.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import { isoAfter, newId, sampleArtifact, sampleConversation } from '#tests/contracts/samples.ts';
import { openLocalServices } from '#tests/support/local-services.ts';

const services = openLocalServices();
const { stores } = services;
const daysAgo = (days: number): string => isoAfter(-days * dayMs);
/** Hours later each time: of several servers one applies it in an hour. */
let hour = 0;
const apply = async (change: Partial<Retention>, other: Partial<typeof services> = {}) => {
  await stores.settings.change({ conversationDays: null, keptDays: null, auditDays: null, ...change });
  await stores.leases.release('retention', lastToken);
  hour += 1;
  await applyRetention({ ...services, ...other, newId: () => `req_${hour}` });
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
    const since = daysAgo(31);
    const question = {
      kind: 'approval',
      subject: 'npm test',
      since,
      answeredBy: 'members',
      askedBy: null,
    } as const;
    const waiting = await addConversation({ updatedAt: since, waiting: question });
    const answered = await addConversation({ updatedAt: daysAgo(30.5) });
    await stores.events.append(answered, [
      durableEvent('run.finished', { runId: 'run_a', outcome: 'completed' }, daysAgo(2)),
    ]);
    expect(await readRetentionPreview(services)).toMatchObject({ 30: 3, 90: 0 });
    await apply({ conversationDays: 30 });
    expect(await remaining([old, hidden, recent, pending, example, waiting, answered])).toEqual([
      ...[false, false],
      ...[true, true, true, true, true],
    ]);
    expect(await stores.artifacts.get(artifactId)).toBeNull();
    expect((await audited()).toSorted()).toEqual([
      ['conversation.deleted', 'Retention', 'Old', 'not changed for 30 days'],
      // Admins read the audit log: what is private has no title there.
      ['conversation.deleted', 'Retention', 'Private conversation', 'not changed for 30 days'],
    ]);
  });

  test('are looked at again when it is their turn, and one that fails is no reason for the others to stay', async () => {
    const ids = [daysAgo(31), daysAgo(32), daysAgo(33)].map((updatedAt) => addConversation({ updatedAt }));
    const [last = '', middle = '', first = ''] = await Promise.all(ids);
    const listed = (await stores.conversations.list()).map(({ id }) => id);
    expect(listed).toEqual([last, middle, first]);
    const entry = { action: 'member.signed_in', by: null, subject: null, network: null } as const;
    await stores.audit.append({ ...entry, timestamp: daysAgo(99), detail: '' });
    const runner = {
      ...services.runner,
      async remove(id: string) {
        if (id === last) {
          // Somebody comes back to the next one meanwhile.
          await stores.conversations.update(middle, { updatedAt: isoAfter(0) });
          throw new Error('its worktree cannot be removed');
        }
        await services.runner.remove(id);
      },
    };
    await apply({ conversationDays: 30, auditDays: 30 }, { runner });
    expect(await remaining([last, middle, first])).toEqual([true, true, false]);
    expect((await audited()).map(([action]) => action)).toEqual([
      'retention.applied',
      'conversation.deleted',
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
  const part = { artifactId: newId('art'), type: 'text', title: 'part', byteLength: 5 } as const;
  await addKept(id, { id: part.artifactId, createdAt: daysAgo(91) });
  const [old, recent, attached, compacted] = [
    await addKept(id, { createdAt: daysAgo(91), parts: [part] }),
    await addKept(id, { createdAt: daysAgo(89) }),
    await addKept(id, { createdAt: daysAgo(91), origin: 'member' }),
    await addKept(id, { createdAt: daysAgo(91), tool: compactionTool }),
  ];
  const example = await addConversation({ recordedAt: daysAgo(91) });
  const recorded = await addKept(example, { createdAt: daysAgo(91) });
  await apply({ keptDays: 90 });
  const states = [old, part.artifactId, recent, attached, compacted, recorded].map(
    async (one) => (await stores.artifacts.get(one))?.metadata.state,
  );
  expect(await Promise.all(states)).toEqual([
    ...['expired', 'expired'],
    ...['complete', 'complete', 'complete', 'complete'],
  ]);
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
