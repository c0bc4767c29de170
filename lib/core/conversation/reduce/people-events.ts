import type { EventData } from '#lib/core/vocabulary/events.ts';
import { isLaterEvent } from '#lib/core/vocabulary/is-later-event.ts';
import type { ConversationState } from '../conversation-state.ts';

export function recordPresence(
  state: ConversationState,
  { member, state: is }: EventData<'presence.updated'>,
  timestamp: string,
): ConversationState {
  const { [member.id]: before, ...others } = state.presences;
  // Past events are replayed to new viewers: an older report must not overwrite a newer one.
  if (before && before.timestamp > timestamp) return state;
  const presence = { name: member.name, isTyping: is === 'typing', timestamp };
  return { ...state, presences: is === 'left' ? others : { ...others, [member.id]: presence } };
}

/** Nobody reads backwards: what arrives late says nothing new. */
export function recordRead(
  state: ConversationState,
  { member, cursor }: EventData<'conversation.read'>,
): ConversationState {
  const before = state.reads[member.id];
  if (before && !isLaterEvent(cursor, before.cursor)) return state;
  return { ...state, reads: { ...state.reads, [member.id]: { name: member.name, cursor } } };
}

export const recordRenewal = (
  state: ConversationState,
  { expiries }: EventData<'artifacts.renewed'>,
): ConversationState => ({ ...state, renewals: { ...state.renewals, ...expiries } });

export function recordUndoing(
  state: ConversationState,
  { artifactId, by }: EventData<'change.undone'>,
  isUndone: boolean,
  timestamp: string,
): ConversationState {
  if ((state.undoings[artifactId]?.timestamp ?? '') > timestamp) return state;
  return { ...state, undoings: { ...state.undoings, [artifactId]: { isUndone, by, timestamp } } };
}

export function recordKeep(
  state: ConversationState,
  { artifactId, expiresAt, by }: EventData<'artifact.kept'>,
  isKept: boolean,
  timestamp: string,
): ConversationState {
  if ((state.keeps[artifactId]?.timestamp ?? '') > timestamp) return state;
  return { ...state, keeps: { ...state.keeps, [artifactId]: { isKept, expiresAt, by, timestamp } } };
}

/** The latest word of each person on each reaction counts. */
export function recordReaction(
  state: ConversationState,
  { messageId, ...change }: EventData<'message.reacted'>,
  timestamp: string,
): ConversationState {
  const before = state.reactions[messageId] ?? [];
  const index = before.findIndex(
    ({ reaction, by }) => reaction === change.reaction && by.id === change.by.id,
  );
  if ((before[index]?.timestamp ?? '') > timestamp) return state;
  const next = { ...change, timestamp };
  const after = index === -1 ? [...before, next] : before.with(index, next);
  return { ...state, reactions: { ...state.reactions, [messageId]: after } };
}
