import type { ConversationState } from '../core/conversation/conversation-state.ts';
import { forkEnd, forkEvents } from '../core/conversation/fork-events.ts';
import { reduceEvents } from '../core/conversation/reduce-events.ts';
import { pathTo } from '../core/conversation/thread-tree.ts';
import { notFound, VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import type { Conversation } from '../core/vocabulary/conversation.ts';
import { type Attachment, type DurableEvent, type NewEvent, nestedEvent } from '../core/vocabulary/events.ts';
import type { Member } from '../core/vocabulary/team/member.ts';
import { readLog } from './conversation-log.ts';
import { createConversation } from './create-conversation.ts';
import { storeMessageText } from './store-message-text.ts';

type Doors = Parameters<typeof createConversation>[0];

/**
 * Starts a conversation with a copy of another one, up to a message and its answer. Results stay artifacts of
 * the source, with its rights and for as long as they last there; what the model read of attachments is copied.
 * @throws VitrineError `not_found`; `not_possible` while that answer is being given
 */
export async function forkConversation(
  doors: Doors,
  member: Member,
  source: Conversation,
  messageId: string,
): Promise<Conversation> {
  const { stores } = doors;
  const log = (await readLog(stores.events, source.id)).filter(isDurable);
  const state = reduceEvents(log);
  const endId = forkEnd(state, messageId);
  if (endId === null) throw notFound();
  checkAnswered(state, endId);
  const fork = await createConversation(doors, member, {
    title: forkTitle(state.title ?? source.title),
    workspace: source.workspace,
    audience: audienceOf(source, member),
    worktree: source.worktree !== null,
    forkedFrom: [source.id, ...(source.forkedFrom ?? [])],
  });
  try {
    await copyEvents(doors, fork, forkEvents(log, state, endId));
  } catch (error) {
    await stores.conversations.delete(fork.id);
    if (fork.worktree !== null) await doors.worktrees.remove(fork.id);
    throw error;
  }
  return fork;
}

const isDurable = (event: { id: string | null }): event is DurableEvent => event.id !== null;

function checkAnswered({ activeRunId, tree }: ConversationState, endId: string): void {
  if (pathTo(tree, endId).some(({ id }) => id === activeRunId)) {
    throw new VitrineError('not_possible', 'The agent is still answering. Fork when it has finished');
  }
}

const forkTitle = (title: string): string => `Fork of ${title}`.slice(0, limits.titleCharacters).trim();

/** Everybody who may see the source, and nobody else. */
const audienceOf = ({ audience, createdBy }: Conversation, { id }: Member): Conversation['audience'] =>
  audience === 'team' ? audience : [...new Set([createdBy.id, ...audience])].filter((one) => one !== id);

async function copyEvents(doors: Doors, fork: Conversation, events: readonly DurableEvent[]): Promise<void> {
  const { stores } = doors;
  const copies: NewEvent[] = [];
  for (const { id: _source, ...event } of events) {
    const of = { conversationId: fork.id, createdAt: event.timestamp };
    if (event.type === 'user.message') {
      const { author, runId } = event.data;
      const attachments = await copyTexts(doors, event.data.attachments, { ...of, author, runId });
      copies.push({ ...event, data: { ...event.data, attachments } });
    } else if (event.type === 'message.edited' && event.data.attachments) {
      const { by: author, attachments: added } = event.data;
      const attachments = await copyTexts(doors, added, { ...of, author, runId: null });
      copies.push({ ...event, data: { ...event.data, attachments } });
    } else copies.push(event);
  }
  await appendNested(stores.events, fork.id, events, copies);
}

/** What a sub-agent did is nested under an event, whose copy has an ID of its own. */
async function appendNested(
  store: Doors['stores']['events'],
  forkId: string,
  events: readonly DurableEvent[],
  copies: readonly NewEvent[],
): Promise<void> {
  const copyOf = new Map<string | null, string>();
  let page: NewEvent[] = [];
  for (const [index, copy] of copies.entries()) {
    page.push(nestedEvent(copy, copyOf.get(copy.parentId) ?? null));
    const isAgent = copy.type === 'subagent.started';
    if (!isAgent && page.length < limits.eventsPerPage && index < copies.length - 1) continue;
    const result = await store.append(forkId, page, { isCopy: true });
    const last = result.status === 'appended' ? result.events.at(-1) : undefined;
    if (isAgent && last) copyOf.set(events[index]?.id ?? null, last.id);
    page = [];
  }
}

async function copyTexts(
  doors: Doors,
  attachments: readonly Attachment[],
  origin: Parameters<typeof storeMessageText>[3],
): Promise<Attachment[]> {
  const copies: Attachment[] = [];
  for (const attachment of attachments) {
    copies.push({ ...attachment, textArtifactId: await copyText(doors, attachment, origin) });
  }
  return copies;
}

/** The model must read the same words in the fork, also when the source is gone. */
async function copyText(
  { stores: { artifacts }, newId }: Doors,
  { textArtifactId }: Attachment,
  origin: Parameters<typeof storeMessageText>[3],
): Promise<string> {
  const record = await artifacts.get(textArtifactId);
  const text = record?.assistantView;
  if (typeof text !== 'string') throw new VitrineError('artifact_expired', 'An attachment is gone');
  const { title, tool, arguments: input } = record?.metadata ?? { title: '', tool: '', arguments: null };
  const id = newId('art');
  await storeMessageText(artifacts, text, { id, title, tool, arguments: input }, origin);
  await artifacts.setAssistantView(id, text, []);
  return id;
}
