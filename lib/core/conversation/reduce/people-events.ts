import type { EventData } from '#lib/core/vocabulary/events.ts';
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
