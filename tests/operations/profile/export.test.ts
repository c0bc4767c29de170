import { expect, test } from 'vitest';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { type MemberRecord, memberOf } from '#lib/core/vocabulary/team/member.ts';
import { exportProfile } from '#lib/operations/profile/export-profile.ts';
import {
  isoAfter,
  message,
  sampleConversation,
  sampleEntry,
  sampleMember,
  sampleSession,
  sampleShare,
} from '#tests/contracts/samples.ts';
import { openLocalServices } from '#tests/support/local-services.ts';
import { sampleEventData } from '#tests/support/sample-events.ts';

const services = openLocalServices();

async function exportOf(
  member: MemberRecord,
): Promise<{ text: string; lines: { kind: string; data: object }[] }> {
  let text = '';
  for await (const line of exportProfile(services, memberOf(member))) {
    expect(line.endsWith('\n')).toBe(true);
    text += line;
  }
  const lines = text.trimEnd().split('\n');
  return { text, lines: lines.map((line) => JSON.parse(line)) };
}

test('a member gets all that is stored about them, and nothing of others or of what they may not read', async () => {
  const { stores } = services;
  const [ada, bob] = [sampleMember({ name: 'Ada', email: 'ada@example.org' }), sampleMember({ name: 'Bob' })];
  await stores.members.change(() => [ada, bob]);
  const [byAda, byBob] = [ada, bob].map(({ id, name }) => ({ id, name }));
  if (!byAda || !byBob) throw new Error('there are two');
  const say = (author: typeof byAda, content: string) =>
    durableEvent('user.message', { ...sampleEventData['user.message'], author, content }, isoAfter(0));
  const shared = sampleConversation({ title: 'Shared', createdBy: byAda });
  const hidden = sampleConversation({ title: 'Hidden', createdBy: byBob, audience: [] });
  for (const conversation of [shared, hidden]) await stores.conversations.create(conversation);
  await stores.events.append(shared.id, [
    say(byAda, 'mine'),
    say(byBob, 'theirs'),
    message('the model’s'),
    durableEvent('message.deleted', { messageId: 'msg_x', by: byAda }, isoAfter(0)),
  ]);
  await stores.events.append(hidden.id, [say(byAda, 'while I was there')]);
  await stores.sessions.create(sampleSession({ memberId: ada.id }), 'hash of a key', isoAfter(60_000));
  await stores.sessions.create(sampleSession({ memberId: bob.id }), 'hash of another', isoAfter(60_000));
  for (const by of [byAda, byBob]) {
    await stores.shares.create(
      sampleShare({ createdBy: by, title: `share of ${by.name}` }),
      `link ${by.name}`,
    );
    await stores.ledger.record(sampleEntry({ member: by, title: `call of ${by.name}` }));
    const text = { detail: `act of ${by.name}`, subject: null, network: '192.0.2.0', timestamp: isoAfter(0) };
    await stores.audit.append({ ...text, action: 'share.created', by });
  }
  await stores.pictures.put(ada.id, { version: 'v', mimeType: 'image/webp', bytes: Buffer.from('abc') });

  const { text, lines } = await exportOf(ada);
  expect(lines.map(({ kind }) => kind)).toEqual([
    'export',
    'profile',
    'membership',
    'picture',
    'session',
    'share',
    'conversation',
    'message',
    'message.deleted',
    'ledger_entry',
    'audit_entry',
  ]);
  const dataOf = (wanted: string) => lines.find(({ kind }) => kind === wanted)?.data;
  expect(dataOf('profile')).toMatchObject({ email: 'ada@example.org' });
  expect(dataOf('message')).toMatchObject({ content: 'mine', conversationId: shared.id });
  expect(dataOf('picture')).toMatchObject({ base64: 'YWJj' });
  for (const other of ['theirs', 'the model’s', 'Hidden', 'while I was there', 'Bob', 'hash of', bob.id])
    expect(text).not.toContain(other);
});

test('a member gets their former names, what they have read, who mentioned them, and where they are signed in', async () => {
  const { stores } = services;
  const cem = sampleMember({ name: 'Cem', formerNames: ['Jim', 'Jem'] });
  const dan = sampleMember({ name: 'Dan' });
  await stores.members.change(() => [cem, dan]);
  const byCem = { id: cem.id, name: cem.name };
  const [shared, hidden] = [sampleConversation(), sampleConversation({ audience: [] })];
  const timestamp = isoAfter(0);
  for (const conversation of [shared, hidden]) {
    await stores.conversations.create(conversation);
    const by = { id: dan.id, name: conversation === shared ? 'Dan' : 'Hidden Dan' };
    await stores.unread.note(conversation.id, { eventId: '7', timestamp, by }, [cem.id]);
    await stores.unread.markRead(cem.id, conversation.id, '7');
    await stores.unread.markRead(dan.id, conversation.id, '6');
  }
  for (const name of ['tickets', 'git https://git.example.org'])
    await stores.credentials.put(cem.id, name, 'sealed token of Cem');
  await stores.credentials.put(dan.id, 'wiki', 'sealed token of Dan');
  for (const [at, server, action] of [
    [isoAfter(-60_000), 'tickets', 'server.signed_in'],
    [isoAfter(-50_000), 'tickets', 'server.signed_out'],
    [timestamp, 'tickets', 'server.signed_in'],
  ] as const) {
    const subject = { id: server, name: server };
    await stores.audit.append({ timestamp: at, action, by: byCem, subject, detail: '', network: null });
  }

  const { text, lines } = await exportOf(cem);
  const dataOf = (wanted: string) => lines.filter(({ kind }) => kind === wanted).map(({ data }) => data);
  expect(dataOf('membership')).toMatchObject([{ formerNames: ['Jim', 'Jem'] }]);
  const conversationId = shared.id;
  expect(dataOf('read_position')).toEqual([{ conversationId, eventId: '7' }]);
  expect(dataOf('mention')).toEqual([{ conversationId, eventId: '7', by: 'Dan', at: timestamp }]);
  expect(dataOf('server_sign_in')).toHaveLength(2);
  expect(dataOf('server_sign_in')).toEqual(
    expect.arrayContaining([
      { server: 'tickets', signedInAt: timestamp },
      { server: 'git https://git.example.org', signedInAt: null },
    ]),
  );
  for (const other of ['sealed token', 'wiki', 'Hidden Dan', hidden.id, dan.id])
    expect(text).not.toContain(other);
});
