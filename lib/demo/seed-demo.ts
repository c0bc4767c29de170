import type { Conversation } from '../core/conversation.ts';
import { type ConversationEvent, type NewEvent, parseEvent } from '../core/events.ts';
import type { IdPrefix } from '../core/ids.ts';
import { countTokens } from '../split/count-tokens.ts';
import type { Stores } from '../stores/stores.ts';
import type { Recording } from './recording.ts';

interface Doors {
  stores: Stores;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  /** The workspace that the conversation goes on in. */
  workspace: string;
  member: { id: string; name: string };
}

/**
 * Puts the recorded conversation into a new installation, once: people see what the product does before they have asked for
 * anything. Its artifacts are kept, and the ledger knows nothing of it. IDs are made anew, since an ID must not be known
 * from elsewhere; times are moved to now.
 */
export async function seedDemo(
  recording: Recording,
  { stores, newId, nowMs, workspace, member }: Doors,
): Promise<void> {
  if (!(await stores.conversations.claimOnce('demo'))) return;
  const fresh = renew(recording, newId, member);
  const last = fresh.events.at(-1)?.timestamp;
  const shiftMs = nowMs() - (last === undefined ? nowMs() : Date.parse(last));
  const moved = (timestamp: string) => new Date(Date.parse(timestamp) + shiftMs).toISOString();
  const id = newId('conv');
  const now = moved(last ?? new Date(nowMs()).toISOString());

  const events = await Promise.all(
    fresh.events.map((event) =>
      adapt(parseEvent({ ...event, timestamp: moved(event.timestamp) }), workspace),
    ),
  );
  for (const { metadata, assistantView, viewFacts, text } of fresh.artifacts) {
    const writer = await stores.artifacts.create({
      ...metadata,
      conversationId: id,
      createdAt: moved(metadata.createdAt),
    });
    await writer.write(Buffer.from(text));
    await writer.complete(null);
    await stores.artifacts.setAssistantView(metadata.id, assistantView, viewFacts);
  }
  await stores.events.append(id, events);
  const start = events[0];
  const conversation: Conversation = {
    id,
    title: fresh.title,
    workspace,
    model: start?.type === 'session.start' ? start.data.model : '',
    createdAt: start?.timestamp ?? now,
    updatedAt: now,
    createdBy: member,
    audience: 'team',
    archivedAt: null,
    worktree: null,
  };
  await stores.conversations.create(conversation);
}

/** As it is appended here: without its old place, in this workspace, and with the tokens of the text as it now is. */
async function adapt(event: ConversationEvent, workspace: string): Promise<NewEvent> {
  const { id: _id, ...rest } = event;
  if (rest.type === 'session.start') return { ...rest, data: { model: rest.data.model, workspace } };
  if (rest.type !== 'tool.execution_complete') return rest as NewEvent;
  const sentTokens = await countTokens(rest.data.result?.content ?? '');
  return { ...rest, data: { ...rest.data, toolTelemetry: { ...rest.data.toolTelemetry, sentTokens } } };
}

/** Every ID in it replaced by a new one, the same by the same, and the person by the one of this installation. */
function renew(
  recording: Recording,
  newId: (prefix: IdPrefix) => string,
  member: Doors['member'],
): Recording {
  const known = new Map<string, string>();
  const text = JSON.stringify(recording).replace(
    /\b(run|msg|art)_[a-z2-7]{26}\b/g,
    (id, prefix: IdPrefix) => {
      const replaced = known.get(id) ?? newId(prefix);
      known.set(id, replaced);
      return replaced;
    },
  );
  return JSON.parse(
    text.replaceAll('"author":{"id":"recorded","name":"recorded"}', `"author":${JSON.stringify(member)}`),
  );
}
