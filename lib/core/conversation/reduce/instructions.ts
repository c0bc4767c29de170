import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState } from '../conversation-state.ts';
import { withSecrets } from './tool-calls.ts';

export const readInstructions = (
  state: ConversationState,
  data: EventData<'instructions.read'>,
  timestamp: string,
): ConversationState => ({
  ...state,
  instructions: { ...state.instructions, read: { ...data, timestamp } },
  maskedSecrets: withSecrets(state, data.masked ?? []),
});

export const changeInstructions = (
  state: ConversationState,
  data: EventData<'instructions.changed'>,
  timestamp: string,
): ConversationState => ({
  ...state,
  instructions: { ...state.instructions, own: data.content === '' ? null : { ...data, timestamp } },
});
