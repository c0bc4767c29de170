import { DatabaseZap, ServerOff } from 'lucide-react';
import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { StoreFault } from '#lib/core/vocabulary/store-fault.ts';
import { Icon } from '../ui/icon.tsx';

/** What the conversation cannot do without, and does not have at the moment. */
type Fault = StoreFault | 'runner';

const words: Record<Fault, string> = {
  away: 'The server cannot reach its storage. It keeps trying; what you see is kept.',
  full: 'The server’s storage is full. New work cannot be saved until somebody frees space.',
  runner:
    'No server that has the files of this conversation responds. The agent goes on once one does; nothing is lost.',
};

/** Shown for as long as it lasts: without a runner, only what waits for one. */
export function FaultNote({ state }: { state: ConversationState }) {
  const isWaiting = state.activeRunId !== null || state.queued.length > 0;
  const isAway = isWaiting && state.awayAt === state.cursor;
  const fault = state.storeFault ?? (isAway ? 'runner' : null);
  if (fault === null) return null;
  return (
    <div className="note connection" role="status">
      <Icon of={fault === 'runner' ? ServerOff : DatabaseZap} />
      <div className="grow">{words[fault]}</div>
    </div>
  );
}
