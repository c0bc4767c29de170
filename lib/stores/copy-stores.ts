import { limits } from '../core/limits.ts';
import type { BackupCounts } from '../core/vocabulary/backup.ts';
import { type DurableEvent, type NewEvent, nestedEvent } from '../core/vocabulary/events.ts';
import { isLaterEvent } from '../core/vocabulary/is-later-event.ts';
import { localMemberOf } from '../core/vocabulary/team/local-member.ts';
import { eventsOf } from './events-of.ts';
import type { ArtifactRecord, StoredToken, Stores, TokenRecord, TokenRecordStore } from './stores.ts';

/** What was copied, and how many artifacts had no content any more when their turn came. */
export interface Copied {
  counts: BackupCounts;
  goneCount: number;
}

/**
 * Copies everything that a store has into an empty one. Events get new IDs, and what refers to them follows. Not copied:
 * leases, live feedback, windows of rate limits, sign-ins that were begun, and the search index, which is made again
 * from the logs.
 *
 * Servers may write to `from` meanwhile: each conversation is then as it was when it was read. What others refer to is
 * read after them, so that no reference leads nowhere: artifacts after the logs and the shares, then the ledger, members
 * last.
 */
export async function copyStores(from: Stores, to: Stores): Promise<Copied> {
  const counts: BackupCounts = { conversations: 0, events: 0, ledgerEntries: 0, members: 0, artifacts: 0 };
  const pending = new Set(await from.leases.listPending());
  const listed = await from.conversations.list();
  /** How many events each has that was copied. */
  const eventCounts = new Map<string, number>();
  for (const { id } of listed.toReversed()) {
    const copied = await copyConversation(from, to, id);
    if (copied === null) continue;
    if (copied.hasOpenRun) pending.add(id);
    eventCounts.set(id, copied.count);
  }
  for (const id of await from.leases.listPending()) pending.add(id);
  for (const id of pending) if (await to.conversations.get(id)) await to.leases.setPending(id, true);
  await copyShares(from, to);
  const artifacts = await copyArtifacts(from, to, (id) => id === '' || eventCounts.has(id));
  await forgetDeleted(from, to, eventCounts);
  counts.conversations = eventCounts.size;
  for (const count of eventCounts.values()) counts.events += count;
  counts.artifacts = artifacts.copied;
  for await (const entry of from.bulk.ledgerEntries())
    if (await to.ledger.record(entry)) counts.ledgerEntries += 1;
  counts.members = await copyMembers(from, to);
  await copyTeam(from, to);
  return { counts, goneCount: artifacts.gone };
}

/** What was deleted after it was copied has lost artifacts since: it is deleted in the copy as well. */
async function forgetDeleted(from: Stores, to: Stores, eventCounts: Map<string, number>): Promise<void> {
  for (const id of eventCounts.keys()) {
    if ((await from.conversations.get(id)) !== null) continue;
    await to.conversations.delete(id);
    eventCounts.delete(id);
  }
  for (const { id } of await to.shares.list())
    if ((await from.shares.get(id)) === null) await to.shares.delete(id);
}

/** In local mode the one member is in no store, but what they chose is. */
const listMemberIds = async ({ members }: Stores): Promise<string[]> => [
  ...(await members.list()).map(({ id }) => id),
  localMemberOf('').id,
];

/** @returns how many events it has; `null`: it was deleted meanwhile */
async function copyConversation(
  from: Stores,
  to: Stores,
  id: string,
): Promise<{ count: number; hasOpenRun: boolean } | null> {
  // Before the log, which then has the events that they name.
  const news = await from.bulk.news(id);
  const mentions = await from.bulk.mentions(id);
  const reads = await from.unread.readersOf(id);
  const log = await copyLog(from, to, id);
  const conversation = await from.conversations.get(id);
  if (conversation === null) {
    await to.conversations.delete(id);
    return null;
  }
  await to.conversations.create(conversation);
  const noted = new Set([...news, ...mentions.map(({ eventId }) => eventId)]);
  for (const eventId of [...noted].toSorted((one, other) => (isLaterEvent(one, other) ? 1 : -1))) {
    const copy = log.copies.get(eventId);
    if (copy === undefined) continue;
    const here = mentions.filter((each) => each.eventId === eventId);
    const by = here.find(({ mention }) => mention)?.mention?.by;
    await to.unread.note(
      id,
      { eventId: copy.id, timestamp: copy.timestamp, ...(by === undefined ? {} : { by }) },
      here.map(({ memberId }) => memberId),
    );
  }
  for (const { memberId, eventId } of reads)
    await to.unread.markRead(memberId, id, log.copies.get(eventId)?.id ?? '');
  return { count: log.copies.size, hasOpenRun: log.hasOpenRun };
}

/** By the ID that an event has where it comes from. */
type Copies = Map<string, { id: string; timestamp: string }>;

/** Events are appended by the page; what others refer to is the last, or under a once-key the first, of its own. */
async function copyLog(
  from: Stores,
  to: Stores,
  conversationId: string,
): Promise<{ copies: Copies; hasOpenRun: boolean }> {
  const keys = new Map((await from.bulk.onceKeys(conversationId)).map(({ key, eventId }) => [eventId, key]));
  const copies: Copies = new Map();
  const openRuns = new Set<string>();
  let page: DurableEvent[] = [];
  const append = async () => {
    const [first] = page;
    if (first === undefined) return;
    const onceKey = keys.get(first.id);
    const events = page.map(({ id: _id, ...event }) => {
      const { parentId } = event;
      return nestedEvent(event as NewEvent, parentId && (copies.get(parentId)?.id ?? null));
    });
    const options = { isCopy: true, ...(onceKey === undefined ? {} : { onceKey }) };
    const result = await to.events.append(conversationId, events, options);
    if (result.status !== 'appended') throw new Error(`${conversationId} was written to while it was copied`);
    for (const [at, { id, timestamp }] of result.events.entries())
      copies.set(page[at]?.id ?? '', { id, timestamp });
    page = [];
  };
  for await (const event of eventsOf(from.events, conversationId)) {
    if (event.type === 'run.started') openRuns.add(event.data.runId);
    if (event.type === 'run.finished') openRuns.delete(event.data.runId);
    if (keys.has(event.id)) await append();
    page.push(event);
    if (event.type === 'subagent.started' || page.length === limits.eventsPerPage) await append();
  }
  await append();
  return { copies, hasOpenRun: openRuns.size > 0 };
}

async function copyShares(from: Stores, to: Stores): Promise<void> {
  for (const share of (await from.shares.list()).toReversed()) {
    const tokenHash = await from.bulk.tokenHashOfShare(share.id);
    if (tokenHash !== null) await to.shares.create(share, tokenHash);
  }
}

/** @param isCopied whether the conversation of that ID is in the copy */
async function copyArtifacts(
  from: Stores,
  to: Stores,
  isCopied: (conversationId: string) => boolean,
): Promise<{ copied: number; gone: number }> {
  const result = { copied: 0, gone: 0 };
  for await (const id of from.bulk.artifactIds()) {
    const record = await from.artifacts.get(id);
    if (record === null || !isCopied(record.metadata.conversationId)) continue;
    const isThere = record.metadata.state !== 'expired' && (await putWithContent(from, to, record));
    if (isThere) result.copied += 1;
    // What belongs to no conversation ends with its content.
    else if (record.metadata.conversationId !== '')
      await to.bulk.putArtifact({ ...record, metadata: { ...record.metadata, state: 'expired' } }, null);
    if (!isThere && record.metadata.state !== 'expired') result.gone += 1;
  }
  return result;
}

/** @returns whether its content was there to its end */
async function putWithContent(from: Stores, to: Stores, record: ArtifactRecord): Promise<boolean> {
  const { id, byteLength, lineCount } = record.metadata;
  const index = lineCount === null ? null : await from.artifacts.readIndex(id);
  if (index === null && lineCount !== null) return false;
  try {
    await to.bulk.putArtifact(record, { bytes: readPieces(from, id, byteLength), index });
    return true;
  } catch (error) {
    if (!(error instanceof GoneError)) throw error;
    await to.artifacts.delete(id);
    return false;
  }
}

class GoneError extends Error {}

const pieceBytes = 16 * limits.artifactChunkBytes;

/** @throws GoneError once they are gone */
async function* readPieces(
  { artifacts }: Stores,
  id: string,
  byteLength: number,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < byteLength; at += pieceBytes) {
    const end = Math.min(at + pieceBytes, byteLength);
    const piece = await artifacts.readBytes(id, at, end);
    if (piece?.length !== end - at) throw new GoneError();
    yield piece;
  }
}

async function copyMembers(from: Stores, to: Stores): Promise<number> {
  const members = await from.members.list();
  await to.members.change(() => members);
  for (const { id, lastSeenAt } of members) if (lastSeenAt !== null) await to.members.see(id, lastSeenAt);
  for (const id of await listMemberIds(from)) await copyMember(from, to, id);
  return members.length;
}

async function copyMember(from: Stores, to: Stores, id: string): Promise<void> {
  await copyTokens(await from.bulk.sessions(id), to.sessions);
  await copyTokens(await from.bulk.apiTokens(id), to.apiTokens);
  for (const conversationId of await from.pins.listOf(id))
    if (await to.conversations.get(conversationId)) await to.pins.set(id, conversationId, true);
  await to.preferences.change(id, await from.preferences.get(id));
  const picture = await from.pictures.get(id);
  if (picture !== null) await to.pictures.put(id, picture);
  for (const subscription of await from.pushSubscriptions.listOf(id))
    await to.pushSubscriptions.put(id, subscription);
  for (const [name, sealed] of Object.entries(await from.bulk.credentials(id)))
    await to.credentials.put(id, name, sealed);
}

async function copyTokens<T extends TokenRecord>(
  tokens: readonly StoredToken<T>[],
  to: TokenRecordStore<T>,
): Promise<void> {
  for (const { record, tokenHash, endsAt } of tokens) await to.create(record, tokenHash, endsAt);
}

/** What belongs to all of them. */
async function copyTeam(from: Stores, to: Stores): Promise<void> {
  for (const { invite, tokenHash } of await from.bulk.invites()) await to.invites.create(invite, tokenHash);
  await to.settings.change(await from.settings.get());
  for (const prompt of await from.prompts.list()) await to.prompts.put(prompt, null);
  for (const workspace of await from.workspaces.list()) await to.workspaces.add(workspace);
  for (const widening of await from.widenings.list()) await to.widenings.append(widening);
  // The first one of a tool is listed before the others.
  for (const seen of await from.toolDefinitions.list())
    if (!(await to.toolDefinitions.addFirst(seen))) await to.toolDefinitions.put(seen);
  for (const mark of await from.bulk.marks()) await to.conversations.claimOnce(mark);
  for (const [name, secret] of Object.entries(await from.bulk.secrets())) await to.secrets.get(name, secret);
  for (const delivery of await from.bulk.deliveries()) await to.deliveries.add(delivery);
  for (const delivery of await from.bulk.pushDeliveries()) await to.pushDeliveries.add(delivery);
  await copyAudit(from, to);
}

async function copyAudit(from: Stores, to: Stores): Promise<void> {
  const everything = { actions: [], by: null, from: null, to: null };
  const entries = await from.audit.list(everything, null, limits.auditEntries);
  for (const { id: _id, ...entry } of entries.toReversed()) await to.audit.append(entry);
}
