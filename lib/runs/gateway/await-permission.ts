import type { Permission } from '#lib/core/conversation/conversation-state.ts';
import { limits } from '#lib/core/limits.ts';
import type { ConversationLog } from '../conversation-log.ts';
import type { RunSettings } from '../run-settings.ts';

interface Waiting {
  signal: AbortSignal;
  /** Called at once, and every few seconds. */
  onWaiting(): void;
}

/** Waits until people have answered, in whatever process. `nobody`: for so long, none did. */
export async function awaitPermission(
  log: Pick<ConversationLog, 'state' | 'catchUp'>,
  { stores }: Pick<RunSettings, 'stores'>,
  { conversationId, toolCallId }: { conversationId: string; toolCallId: string },
  { signal, onWaiting }: Waiting,
): Promise<Permission | 'aborted' | 'nobody'> {
  const woken = { next: Promise.withResolvers<void>() };
  const wake = () => {
    woken.next.resolve();
    woken.next = Promise.withResolvers();
  };
  const over = AbortSignal.timeout(limits.clientApprovalMs);
  const unsubscribe = stores.events.subscribe(conversationId, wake);
  const reminder = setInterval(() => {
    onWaiting();
    wake();
  }, limits.clientWaitingMs);
  for (const one of [signal, over]) one.addEventListener('abort', wake);
  onWaiting();
  try {
    for (;;) {
      const { promise } = woken.next;
      await log.catchUp();
      const permission = log.state.toolCalls[toolCallId]?.permission;
      if (permission?.answer) return permission;
      if (signal.aborted) return 'aborted';
      if (over.aborted) return 'nobody';
      await promise;
    }
  } finally {
    unsubscribe();
    clearInterval(reminder);
    for (const one of [signal, over]) one.removeEventListener('abort', wake);
  }
}
