import { createHash } from 'node:crypto';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { formatId, idBytes } from '#lib/core/vocabulary/ids.ts';
import { may } from '#lib/core/vocabulary/rights.ts';
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
 * The private conversation that gets what a client shows on a day (UTC), made when it is first needed. Its ID follows
 * from client and day, so that there is one however many calls come at once, in whatever process. One that was opened to
 * others, archived or deleted is followed by another one.
 */
export async function clientConversation(
  services: Services,
  member: Member,
  client: McpClient,
): Promise<Conversation> {
  const day = new Date(services.nowMs()).toISOString().slice(0, 10);
  for (let number = 1; ; number += 1) {
    const id = idOf([member.id, client.id, day, number].join('\n'));
    const found =
      (await services.stores.conversations.get(id)) ??
      (await create(services, member, { id, title: `${client.name}, ${day}` }));
    if (
      found !== null &&
      isPrivate(found) &&
      may(member, 'write', { kind: 'conversation', conversation: found })
    )
      return found;
  }
}

const idOf = (text: string): string =>
  formatId('conv', createHash('sha256').update(text).digest().subarray(0, idBytes));

/** Whether a conversation is one of those. */
export function isConversationOfClient(
  { id, createdAt }: Conversation,
  member: Member,
  client: McpClient,
): boolean {
  const day = createdAt.slice(0, 10);
  return Array.from({ length: numbersOfADay }, (_, index) => index + 1).some(
    (number) => id === idOf([member.id, client.id, day, number].join('\n')),
  );
}

/** More of a day are made, but not known again. */
const numbersOfADay = 20;

const isPrivate = ({ audience, archivedAt }: Conversation): boolean =>
  audience !== 'team' && audience.length === 0 && archivedAt === null;

/** `null`: it was made before, and deleted. */
const create = (
  services: Services,
  member: Member,
  { id, title }: { id: string; title: string },
): Promise<Conversation | null> =>
  holdLease(services, id, { mayWait: async () => true, busy }, async () => {
    const { conversations } = services.stores;
    const present = await conversations.get(id);
    if (present !== null) return present;
    if (!(await conversations.claimOnce(`client-conversation:${id}`))) return null;
    return await createConversation(services, member, { id, title, audience: [] });
  });
