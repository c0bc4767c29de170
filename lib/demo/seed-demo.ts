import type { Conversation } from '../core/vocabulary/conversation.ts';
import { type ConversationEvent, type NewEvent, parseEvent } from '../core/vocabulary/events.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import { countTokens } from '../split/count-tokens.ts';
import type { Stores } from '../stores/stores.ts';
import { unpackContent } from './packed-content.ts';
import type { DemoRecording } from './recording.ts';

interface Doors {
  stores: Stores;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  /** Creates the folder in which this conversation continues. */
  placeFiles(conversationId: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>;
  member: { id: string; name: string };
}

/**
 * Adds the recorded conversation to a new installation, once, so that people see what the product does before
 * they have asked for anything. Its artifacts are kept, its files get their own folder so that its changes
 * can be undone, and it is not in the ledger. IDs are replaced, because an ID must not be known from
 * elsewhere; times are moved to now.
 */
export async function seedDemo(
  recording: DemoRecording,
  { stores, newId, nowMs, placeFiles, member }: Doors,
): Promise<void> {
  if (!(await stores.conversations.claimOnce('demo'))) return;
  const contentOf = (sha256: string) => unpackContent(recording.contents[sha256] ?? '');
  const files = Object.entries(recording.files).map(([path, sha256]) => [path, contentOf(sha256)] as const);
  const fresh = renew(recording, newId, member);
  const last = fresh.events.at(-1)?.timestamp;
  const shiftMs = nowMs() - (last === undefined ? nowMs() : Date.parse(last));
  const moved = (timestamp: string) => new Date(Date.parse(timestamp) + shiftMs).toISOString();
  const id = newId('conv');
  await placeFiles(id, new Map(files));
  const now = moved(last ?? new Date(nowMs()).toISOString());

  const events = await Promise.all(
    fresh.events.map((event) => adapt(parseEvent({ ...event, timestamp: moved(event.timestamp) }))),
  );
  for (const { metadata, assistantView, viewFacts, problems, content } of fresh.artifacts) {
    const writer = await stores.artifacts.create({
      ...metadata,
      conversationId: id,
      createdAt: moved(metadata.createdAt),
    });
    await writer.write(contentOf(content));
    await writer.complete(null);
    await stores.artifacts.setAssistantView(metadata.id, assistantView, viewFacts);
    await stores.artifacts.setProblems(metadata.id, problems);
  }
  await stores.events.append(id, events);
  const start = events[0];
  const conversation: Conversation = {
    id,
    title: fresh.title,
    workspace: start?.type === 'session.start' ? start.data.workspace : '',
    model: start?.type === 'session.start' ? start.data.model : '',
    createdAt: start?.timestamp ?? now,
    updatedAt: now,
    createdBy: member,
    audience: 'team',
    archivedAt: null,
    waiting: null,
    worktree: null,
    recordedAt: last ?? now,
  };
  await stores.conversations.create(conversation);
}

/**
 * Prepares an event to be appended here: without its old ID, and with the token counts of the adapted text.
 */
async function adapt(event: ConversationEvent): Promise<NewEvent> {
  const { id: _id, ...rest } = event;
  if (rest.type !== 'tool.execution_complete') return rest as NewEvent;
  const sentTokens = await countTokens(rest.data.result?.content ?? '');
  return { ...rest, data: { ...rest.data, toolTelemetry: { ...rest.data.toolTelemetry, sentTokens } } };
}

/** Replaces every ID consistently with a new one, and the person with the one of this installation. */
function renew(
  { title, events, artifacts }: DemoRecording,
  newId: (prefix: IdPrefix) => string,
  member: Doors['member'],
): Pick<DemoRecording, 'title' | 'events' | 'artifacts'> {
  const known = new Map<string, string>();
  const text = JSON.stringify({ title, events, artifacts }).replace(
    /\b(run|msg|art)_[a-z2-7]{26}\b/g,
    (id, prefix: IdPrefix) => {
      const replaced = known.get(id) ?? newId(prefix);
      known.set(id, replaced);
      return replaced;
    },
  );
  const author = { id: member.id, name: member.name };
  return JSON.parse(
    text.replaceAll('"author":{"id":"recorded","name":"recorded"}', `"author":${JSON.stringify(author)}`),
  );
}
