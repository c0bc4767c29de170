import { expect, test } from 'vitest';
import { listedConversationSchema } from '#lib/core/vocabulary/conversation.ts';
import { memberOf } from '#lib/core/vocabulary/team/member.ts';
import { listConversations } from '#lib/operations/access.ts';
import { isoAfter, newId, sampleConversation, sampleMember } from '#tests/contracts/samples.ts';
import { openLocalServices } from '#tests/support/local-services.ts';

const services = openLocalServices();

test('a list names who mentioned the member, also where an earlier version noted it', async () => {
  const { conversations, members, unread } = services.stores;
  const ada = sampleMember({ createdAt: isoAfter(-60_000) });
  await members.change(() => [ada]);
  const timestamp = isoAfter(0);
  for (const id of [newId('mem'), null]) {
    const conversation = sampleConversation();
    await conversations.create(conversation);
    await unread.note(conversation.id, { eventId: '1', timestamp, by: { id, name: 'Bo' } }, [ada.id]);
  }
  const listed = await listConversations(services, memberOf(ada));
  const mention = { by: 'Bo', at: timestamp };
  expect(listed.map((one) => one.mention)).toEqual([mention, mention]);
  for (const one of listed) expect(listedConversationSchema.parse(one).mention).toEqual(mention);
});
