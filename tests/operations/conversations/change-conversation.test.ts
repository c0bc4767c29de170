import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Audience } from '#lib/core/vocabulary/conversation.ts';
import { memberOf } from '#lib/core/vocabulary/team/member.ts';
import { requireConversation } from '#lib/operations/access.ts';
import { changeConversation } from '#lib/operations/conversations/change-conversation.ts';
import { checkAudience } from '#lib/operations/conversations/check-audience.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import { createServices } from '#lib/services.ts';
import { isoAfter, sampleConversation, sampleMember } from '#tests/contracts/samples.ts';
import { originAt } from '#tests/support/origin-at.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const folder = tempFolder();
const services = createServices(
  readConfig({
    VITRINE_DATA_DIR: tempFolder(),
    VITRINE_WORKSPACES: folder,
    LOG_LEVEL: 'silent',
    VITRINE_EXEC: 'off',
  }),
);
afterAll(() => services.shutDown());
const { stores } = services;

const author = sampleMember({ name: 'Ada' });
const other = sampleMember({ name: 'Bob' });
const admin = sampleMember({ name: 'Cem', role: 'admin' });
const removed = sampleMember({ name: 'Dora', removedAt: isoAfter(0) });
await stores.members.change(() => [author, other, admin, removed]);

async function conversationOf(audience: Audience): Promise<string> {
  const conversation = sampleConversation({ createdBy: { id: author.id, name: author.name }, audience });
  await stores.conversations.create(conversation);
  return conversation.id;
}
/** Changes a conversation as the route does, which requires the right to write. */
async function change(by: typeof author, id: string, wanted: Parameters<typeof changeConversation>[2]) {
  const call = { origin: originAt(null), member: memberOf(by), services };
  const conversation = await requireConversation(services, call.member, id, 'write');
  return await changeConversation(call, conversation, wanted);
}
const lastAudit = async () =>
  (await stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 1))[0];

describe('the audience of a conversation', () => {
  test('can be changed by its author, and is recorded in its log and the audit log without a title admins may not see', async () => {
    const id = await conversationOf('team');
    const { audience } = await change(author, id, { audience: [other.id, other.id] });
    expect(audience).toEqual([other.id]);
    expect((await stores.conversations.get(id))?.audience).toEqual([other.id]);
    expect((await stateFromLog(stores.events, id)).audience).toEqual([other.id]);
    expect(await lastAudit()).toMatchObject({
      action: 'conversation.audience_changed',
      by: { id: author.id },
      subject: { id, name: 'Private conversation' },
    });
  });

  test('can be changed by an admin who sees the conversation, and by nobody else', async () => {
    const id = await conversationOf('team');
    await expect(change(other, id, { audience: [other.id] })).rejects.toMatchObject({ code: 'forbidden' });
    await change(admin, id, { audience: [] });
    await expect(change(admin, id, { audience: 'team' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(change(other, id, { title: 'mine' })).rejects.toMatchObject({ code: 'not_found' });
    await change(author, id, { audience: 'team', title: 'All of us' });
    expect(await stores.conversations.get(id)).toMatchObject({ audience: 'team', title: 'All of us' });
    expect((await stateFromLog(stores.events, id)).title).toBe('All of us');
  });

  test('consists of current members: an unknown or removed one is rejected and nothing changes', async () => {
    const id = await conversationOf('team');
    for (const named of [removed.id, 'mem_nobody', '']) {
      const wanted = { audience: [other.id, named], title: 'New' };
      await expect(change(author, id, wanted)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    expect(await stores.conversations.get(id)).toMatchObject({ audience: 'team', title: 'A conversation' });
    expect(await checkAudience(services, [])).toEqual([]);
  });
});

describe('an archived conversation', () => {
  test('can be restored by whoever may write in it, and keeps the time it was archived', async () => {
    const id = await conversationOf('team');
    const { archivedAt } = await change(other, id, { isArchived: true });
    expect(archivedAt).not.toBeNull();
    expect((await change(author, id, { isArchived: true })).archivedAt).toBe(archivedAt);
    expect((await change(other, id, { isArchived: false })).archivedAt).toBeNull();
    expect((await stores.conversations.get(id))?.archivedAt).toBeNull();
  });

  test('is restored by the next message', async () => {
    const id = await conversationOf('team');
    const conversation = await change(author, id, { isArchived: true });
    await services.runner.submit(conversation, {
      text: 'hello',
      author: { id: other.id, name: other.name },
      attachments: [],
      interrupt: false,
    });
    expect((await stores.conversations.get(id))?.archivedAt).toBeNull();
  });
});
