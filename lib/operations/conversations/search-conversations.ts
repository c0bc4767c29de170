import { textPattern } from '#lib/core/algorithms/text/text-pattern.ts';
import type { ConversationSearch, MessageHit } from '#lib/core/api/conversation-search.ts';
import { callOfArtifact } from '#lib/core/conversation/call-of-artifact.ts';
import { type ConversationState, emptyConversation } from '#lib/core/conversation/conversation-state.ts';
import { reduceEvents } from '#lib/core/conversation/reduce-events.ts';
import { allItems } from '#lib/core/conversation/thread-tree.ts';
import { limits } from '#lib/core/limits.ts';
import { splitCitations } from '#lib/core/vocabulary/citations.ts';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import type { Services } from '#lib/services.ts';
import type { EventPosition } from '#lib/stores/stores.ts';
import { listConversations } from '../access.ts';

type Doors = Pick<Services, 'stores' | 'nowMs'>;

const before = 40;
const after = 100;

/**
 * Searches the conversations a member may read: titles first, then messages of people and the agent, most
 * recently changed conversations first. There is no index: it reads logs, and stops at a maximum number of
 * them or after a time limit.
 */
export async function searchConversations(
  doors: Doors,
  member: Member,
  query: string,
): Promise<ConversationSearch> {
  const endMs = doors.nowMs() + limits.conversationSearchMs;
  const listed = await listConversations(doors, member);
  const conversations = listed.filter(({ title }) =>
    textPattern({ query, isCaseSensitive: false }).test(title),
  );
  const latest = listed.toSorted(byLatestChange);
  const hits: MessageHit[] = [];
  let isCut = latest.length > limits.searchedConversations;
  for (const { id } of latest.slice(0, limits.searchedConversations)) {
    const state = await readUntil(doors, id, endMs);
    if (state === null) return { conversations, hits, isCut: true };
    const found = findIn(state, id, query);
    isCut ||= found.length > limits.hitsPerConversation;
    hits.push(...found.slice(0, limits.hitsPerConversation));
  }
  return { conversations, hits, isCut };
}

const byLatestChange = (one: ListedConversation, other: ListedConversation): number =>
  one.updatedAt < other.updatedAt ? 1 : -1;

/** `null`: the time limit was reached. */
async function readUntil(
  { stores, nowMs }: Doors,
  conversationId: string,
  endMs: number,
): Promise<ConversationState | null> {
  let state = emptyConversation;
  let position: EventPosition = { durable: null, live: null };
  for (;;) {
    if (nowMs() >= endMs) return null;
    const batch = await stores.events.read(conversationId, position, limits.eventsPerPage);
    state = reduceEvents(batch.durable, state);
    position = batch.position;
    if (!batch.hasMore) return state;
  }
}

/** Searches the latest message first. Agent messages match as displayed and as written. */
function findIn(
  { tree, queued, toolCalls }: ConversationState,
  conversationId: string,
  query: string,
): MessageHit[] {
  const pattern = textPattern({ query, isCaseSensitive: false });
  return [...allItems(tree), ...queued].toReversed().flatMap((item): MessageHit[] => {
    if (item.kind !== 'user' && item.kind !== 'assistant') return [];
    const texts = [...(item.kind === 'assistant' ? [shownText(item.content, toolCalls)] : []), item.content];
    const text = texts.find((one) => one.search(pattern) !== -1);
    if (text === undefined) return [];
    const excerpt = excerptAt(text, text.search(pattern), query.length);
    return [{ conversationId, messageId: item.messageId, excerpt }];
  });
}

/** Markdown without its syntax, with each cited artifact by its title, since nobody knows one by its ID. */
const shownText = (markdown: string, toolCalls: ConversationState['toolCalls']): string =>
  splitCitations(markdown)
    .map((piece) =>
      typeof piece === 'string'
        ? piece.replaceAll('`', '').replace(/\\([!-/:-@[-`{-~])/g, '$1')
        : (callOfArtifact(toolCalls, piece.artifactId)?.result?.toolTelemetry.title ?? 'an artifact'),
    )
    .join('');

function excerptAt(text: string, index: number, length: number): string {
  const start = Math.max(0, index - before);
  const end = Math.min(text.length, index + length + after);
  // Half a surrogate pair at either end becomes a replacement character, which is removed.
  const part = text
    .slice(start, end)
    .toWellFormed()
    .replace(/^\ufffd|\ufffd$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}
