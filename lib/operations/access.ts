import { forbidden, notFound, VitrineError } from '../core/errors.ts';
import type { Conversation, ListedConversation } from '../core/vocabulary/conversation.ts';
import { type Act, may } from '../core/vocabulary/rights.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { Services } from '../services.ts';
import type { ArtifactRecord } from '../stores/stores.ts';

/**
 * What a member may access: every route, page and stream checks here, and only here is `may` called. What
 * does not exist and what they may not see give the same error; what they may see but not do gives another.
 */
type Rights = Pick<Services, 'stores'>;

/**
 * The conversations a member may read, with their pins and unread state: pinned first, then the others, each
 * by latest change.
 */
export const listConversations = async ({ stores }: Rights, member: Member): Promise<ListedConversation[]> =>
  await listed({ stores }, member, await stores.conversations.list());

/** The same, but only those among these. */
export async function listAmong(
  { stores }: Rights,
  member: Member,
  ids: ReadonlySet<string>,
): Promise<ListedConversation[]> {
  const found = await Promise.all([...ids].map(stores.conversations.get));
  const latest = found
    .filter((conversation) => conversation !== null)
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
  return await listed({ stores }, member, latest);
}

async function listed(
  { stores }: Rights,
  member: Member,
  all: readonly Conversation[],
): Promise<ListedConversation[]> {
  const [pins, unread] = await Promise.all([stores.pins.listOf(member.id), listUnread(stores, member)]);
  const pinned = new Set(pins);
  const isMentionedIn = new Map(
    unread.map(({ conversationId, isMentioned }) => [conversationId, isMentioned]),
  );
  return all
    .filter((conversation) => may(member, 'read', { kind: 'conversation', conversation }))
    .map((conversation) => ({
      ...conversation,
      isPinned: pinned.has(conversation.id),
      isUnread: isMentionedIn.has(conversation.id),
      isMentioned: isMentionedIn.get(conversation.id) === true,
    }))
    .sort((one, other) => Number(other.isPinned) - Number(one.isPinned));
}

/** Unread since the member joined. In local mode nobody else is there, so nothing is unread. */
async function listUnread({ members, unread }: Rights['stores'], { id }: Member) {
  const record = await members.get(id);
  return record === null ? [] : await unread.listOf(id, record.createdAt);
}

/** @throws VitrineError `not_found`, `forbidden` */
export async function requireConversation(
  { stores }: Rights,
  member: Member,
  id: string,
  act: Act = 'read',
): Promise<Conversation> {
  const conversation = await stores.conversations.get(id);
  if (!conversation || !may(member, 'read', { kind: 'conversation', conversation })) throw notFound();
  checkAct(member, act, conversation);
  return conversation;
}

/**
 * Checks an act on a conversation that the member may read.
 * @throws VitrineError `forbidden`
 */
export function checkAct(member: Member, act: Act, conversation: Conversation): void {
  if (!may(member, act, { kind: 'conversation', conversation })) {
    throw forbidden('Only the person who started this conversation or an admin can do this');
  }
}

/**
 * An artifact that a member may read: through its conversation, or as its uploader before it is sent. Frozen
 * copies of shares are reached by their token.
 * @throws VitrineError `not_found`
 */
export async function requireReadable(
  services: Rights,
  member: Member,
  id: string,
): Promise<{ artifact: ArtifactRecord; conversation: Conversation | null }> {
  const artifact = id.startsWith('art_') ? await services.stores.artifacts.get(id) : null;
  if (!artifact) throw notFound();
  const { metadata } = artifact;
  if (metadata.conversationId !== '') {
    const conversation = await requireConversation(services, member, metadata.conversationId);
    return { artifact, conversation };
  }
  if (!may(member, 'read', { kind: 'upload', metadata })) throw notFound();
  return { artifact, conversation: null };
}

/**
 * An artifact of a conversation, on which an act is authorized.
 * @throws VitrineError `not_found`, `forbidden`, `not_possible` before it is sent
 */
export async function requireArtifact(
  services: Rights,
  member: Member,
  id: string,
  act: Act = 'read',
): Promise<{ artifact: ArtifactRecord; conversation: Conversation }> {
  const { artifact, conversation } = await requireReadable(services, member, id);
  if (conversation === null) throw new VitrineError('not_possible', 'Send it with a message first');
  checkAct(member, act, conversation);
  return { artifact, conversation };
}

/** @throws VitrineError `forbidden` */
export function requireAdmin(member: Member): void {
  if (!may(member, 'manage', { kind: 'team' })) throw forbidden('Only an admin can do this');
}
