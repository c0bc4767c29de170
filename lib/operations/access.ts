import { forbidden, notFound, VitrineError } from '../core/errors.ts';
import type { Conversation, ListedConversation } from '../core/vocabulary/conversation.ts';
import { type Act, may } from '../core/vocabulary/rights.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import type { Services } from '../services.ts';
import type { ArtifactRecord, UnreadConversation } from '../stores/stores.ts';

/**
 * What a member may access: every route, page and stream checks here, and only here is `may` called. What
 * does not exist and what they may not see give the same error; what they may see but not do gives another.
 */
type Rights = Pick<Services, 'stores'>;

/**
 * The conversations a member may read, with their pins and unread state: pinned first, then the others, each
 * by latest change.
 * @param limit of those that are not pinned and have no news
 */
export async function listConversations(
  { stores }: Rights,
  member: Member,
  limit = Number.POSITIVE_INFINITY,
): Promise<ListedConversation[]> {
  const all = await listed({ stores }, member, await stores.conversations.list());
  let others = 0;
  return all.filter((one) => {
    if (one.isPinned || one.unreadCount > 0 || one.isWaitingForMe) return true;
    others += 1;
    return others <= limit;
  });
}

/** The conversations among these that a member may read, by latest change. */
export async function listAmong(
  { stores }: Rights,
  member: Member,
  ids: ReadonlySet<string>,
): Promise<Conversation[]> {
  const found = await Promise.all([...ids].map(stores.conversations.get));
  return found
    .filter((conversation) => conversation !== null)
    .filter((conversation) => may(member, 'read', { kind: 'conversation', conversation }))
    .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1));
}

/** How many conversations a member may read. */
export async function countReadable({ stores }: Rights, member: Member): Promise<number> {
  const all = await stores.conversations.list();
  return all.filter((conversation) => may(member, 'read', { kind: 'conversation', conversation })).length;
}

async function listed(
  { stores }: Rights,
  member: Member,
  all: readonly Conversation[],
): Promise<ListedConversation[]> {
  const [pins, unread, pending] = await Promise.all([
    stores.pins.listOf(member.id),
    listUnread(stores, member),
    stores.leases.listPending(),
  ]);
  const [pinned, working] = [new Set(pins), new Set(pending)];
  const unreadIn = new Map(unread.map((one) => [one.conversationId, one]));
  return all
    .filter((conversation) => may(member, 'read', { kind: 'conversation', conversation }))
    .map((conversation) => ({
      ...conversation,
      isPinned: pinned.has(conversation.id),
      unreadCount: unreadIn.get(conversation.id)?.count ?? 0,
      isMentioned: unreadIn.get(conversation.id)?.isMentioned === true,
      ...mentionIn(unreadIn.get(conversation.id)),
      isWorking: working.has(conversation.id) && conversation.waiting === null,
      isWaitingForMe: isWaitingFor(member, conversation),
    }))
    .sort((one, other) => Number(other.isPinned) - Number(one.isPinned));
}

const mentionIn = (unread: UnreadConversation | undefined): Pick<ListedConversation, 'mention'> =>
  unread?.mention ? { mention: { by: unread.mention.by.name, at: unread.mention.at } } : {};

/** Of those who may answer, those whose work it is: the person who asked, the author of the conversation, and admins for theirs. */
function isWaitingFor({ id, role }: Member, { waiting, createdBy }: Conversation): boolean {
  if (waiting === null) return false;
  if (waiting.answeredBy === 'admins') return role === 'admin';
  return waiting.askedBy === id || createdBy.id === id;
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
