import { limits } from '../core/limits.ts';
import type { EphemeralEvent } from '../core/vocabulary/events.ts';
import { ofNewerEvent } from '../core/vocabulary/of-newer-event.ts';

type Delta = Extract<EphemeralEvent, { type: 'assistant.message_delta' | 'assistant.reasoning_delta' }>;

/** How much a reader knows of the message that is streaming: characters by kind of delta. */
export interface LiveProgress {
  messageId: string | null;
  ends: Partial<Record<Delta['type'], number>>;
}

export const noProgress: LiveProgress = { messageId: null, ends: {} };

/**
 * Merges live feedback that a reader does not know yet into as few events as possible: text as one delta from
 * where the reader is (in parts of `limits.deltaCharacters`), and only the latest of every other kind.
 */
export function mergeLive(
  events: readonly EphemeralEvent[],
  known: LiveProgress,
): { events: EphemeralEvent[]; progress: LiveProgress } {
  const latest = new Map<string, EphemeralEvent[]>();
  let progress = known;
  for (const event of events) {
    const key = keyOf(event);
    if (!isDelta(event)) {
      // Reinserted, so that it comes after the events that preceded it.
      latest.delete(key);
      latest.set(key, [event]);
      continue;
    }
    const fresh = withoutKnown(event, progress);
    if (fresh === null) continue;
    progress = advance(progress, fresh);
    const parts = latest.get(key) ?? [];
    const last = parts.at(-1);
    if (last && isDelta(last) && endOf(last) === fresh.data.offset)
      parts[parts.length - 1] = join(last, fresh);
    else parts.push(fresh);
    latest.set(key, parts);
  }
  return {
    events: [...latest.values()].flat().flatMap(divide),
    progress,
  };
}

const isDelta = (event: EphemeralEvent): event is Delta =>
  event.type === 'assistant.message_delta' || event.type === 'assistant.reasoning_delta';

const endOf = ({ data }: Delta): number => data.offset + data.deltaContent.length;

const charactersKnown = ({ type, data }: Delta, known: LiveProgress): number =>
  known.messageId === data.messageId ? (known.ends[type] ?? 0) : 0;

/** The part of a delta that the reader does not know yet. `null`: the reader knows all of it. */
function withoutKnown(delta: Delta, known: LiveProgress): Delta | null {
  const start = charactersKnown(delta, known);
  const { offset, deltaContent } = delta.data;
  if (endOf(delta) <= start) return null;
  return offset >= start ? delta : withText(delta, start, deltaContent.slice(start - offset));
}

function advance(known: LiveProgress, delta: Delta): LiveProgress {
  const { messageId } = delta.data;
  const ends = known.messageId === messageId ? known.ends : {};
  return { messageId, ends: { ...ends, [delta.type]: endOf(delta) } };
}

const withText = (delta: Delta, offset: number, deltaContent: string): Delta =>
  ({ ...delta, data: { ...delta.data, offset, deltaContent } }) as Delta;

const join = (first: Delta, second: Delta): Delta =>
  withText(second, first.data.offset, first.data.deltaContent + second.data.deltaContent);

/** Splits a long event: over a slow connection nothing else would arrive until its last byte. */
function divide(event: EphemeralEvent): EphemeralEvent[] {
  if (!isDelta(event)) return [event];
  const { offset, deltaContent } = event.data;
  const parts: Delta[] = [];
  for (let start = 0; start < deltaContent.length; start += limits.deltaCharacters) {
    parts.push(withText(event, offset + start, deltaContent.slice(start, start + limits.deltaCharacters)));
  }
  return parts;
}

/** Of two events with the same key, the later one replaces the earlier. */
function keyOf(event: EphemeralEvent): string {
  switch (event.type) {
    case 'assistant.message_delta':
    case 'assistant.reasoning_delta':
      return `${event.type} ${event.data.messageId}`;
    case 'tool.execution_progress':
    case 'tool.execution_partial_result':
    case 'tool.terminal_control':
    case 'tool.elicitation':
      return `${event.type} ${event.data.toolCallId}`;
    case 'presence.updated':
    case 'conversation.read':
      return `${event.type} ${event.data.member.id}`;
    case 'artifacts.renewed':
      return `${event.type} ${Object.keys(event.data.expiries).join()}`;
    case 'assistant.usage':
    case 'store.away':
    case 'store.full':
    case 'store.back':
    case 'runner.away':
    case 'session.idle':
      return event.type;
    default:
      return ofNewerEvent(event, JSON.stringify(event));
  }
}
