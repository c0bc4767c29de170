import { type EphemeralEvent, ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import type { Services } from '#lib/services.ts';

/** How far each member has read, as the events that say so while a page is open. */
export async function readEventsOf(
  { stores, nowMs }: Pick<Services, 'stores' | 'nowMs'>,
  conversationId: string,
): Promise<EphemeralEvent[]> {
  const [readers, members] = await Promise.all([
    stores.unread.readersOf(conversationId),
    stores.members.list(),
  ]);
  const present = new Map(
    members.filter(({ removedAt }) => removedAt === null).map((member) => [member.id, member]),
  );
  const now = new Date(nowMs()).toISOString();
  return readers.flatMap(({ memberId, eventId }) => {
    const member = present.get(memberId);
    if (!member) return [];
    const data = { member: { id: member.id, name: member.name }, cursor: eventId };
    return [ephemeralEvent('conversation.read', data, now)];
  });
}
