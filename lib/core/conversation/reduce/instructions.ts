import type { EventData } from '#lib/core/vocabulary/events.ts';
import type { ConversationState, CustomInstructions } from '../conversation-state.ts';
import { withSecrets } from './tool-calls.ts';

export const presentInstructions = ({
  instructions: { read, own },
}: Pick<ConversationState, 'instructions'>): CustomInstructions => ({ read, own });

/** What somebody has read again holds from the next run on; what the first run reads, for that run, too. */
export function readInstructions(
  state: ConversationState,
  data: EventData<'instructions.read'>,
  timestamp: string,
): ConversationState {
  const { instructions } = state;
  const read = { ...data, timestamp };
  const ofRun = data.by === undefined ? { ...instructions.ofRun, read } : instructions.ofRun;
  return {
    ...state,
    instructions: { ...instructions, read, ofRun },
    maskedSecrets: withSecrets(state, data.masked ?? []),
  };
}

export const changeInstructions = (
  state: ConversationState,
  data: EventData<'instructions.changed'>,
  timestamp: string,
): ConversationState => ({
  ...state,
  instructions: { ...state.instructions, own: data.content === '' ? null : { ...data, timestamp } },
});
