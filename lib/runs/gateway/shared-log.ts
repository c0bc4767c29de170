import type { ConversationState } from '#lib/core/conversation/conversation-state.ts';
import type { ConversationLog } from '../conversation-log.ts';
import type { RunSettings } from '../run-settings.ts';
import type { ReadState } from '../state-reader.ts';

/** The log of a conversation in which others write, too: whoever has its lease, and other calls of clients. */
export function sharedLog(
  { stores, readState }: Pick<RunSettings, 'stores'> & { readState: ReadState },
  conversationId: string,
  opened: ConversationState,
): ConversationLog {
  let state = opened;
  const read = async () => {
    state = await readState(conversationId);
  };
  return {
    get state() {
      return state;
    },
    async append(events, options = {}) {
      await stores.events.append(conversationId, events, options);
    },
    appendLive: (events, options) => stores.events.appendLive(conversationId, events, options),
    catchUp: read,
    readAgain: read,
  };
}
