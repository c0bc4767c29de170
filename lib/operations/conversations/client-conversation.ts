import { createHash } from 'node:crypto';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { formatId, idBytes } from '#lib/core/vocabulary/ids.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import type { Services } from '#lib/services.ts';
import { busy } from '../workspaces/hold-conversation.ts';
import { holdLease } from '../workspaces/hold-lease.ts';

/** A program that calls in a member's name. */
export interface McpClient {
  /** Of its token, or its own. */
  id: string;
  name: string;
}

/**
 * The private conversation that gets what a client shows on a day (UTC), made when it is first needed. It has the
 * same ID in every process, so that there is one however many calls come at once.
 */
export async function clientConversation(
  services: Services,
  member: Member,
  { id: clientId, name }: McpClient,
): Promise<Conversation> {
  const day = new Date(services.nowMs()).toISOString().slice(0, 10);
  const hash = createHash('sha256').update(`${member.id}\n${clientId}\n${day}`).digest();
  const id = formatId('conv', hash.subarray(0, idBytes));
  const { conversations } = services.stores;
  const present = await conversations.get(id);
  if (present !== null) return present;
  return await holdLease(services, id, { mayWait: async () => true, busy }, async () => {
    const made = await conversations.get(id);
    if (made !== null) return made;
    return await createConversation(services, member, { id, title: `${name}, ${day}`, audience: [] });
  });
}
