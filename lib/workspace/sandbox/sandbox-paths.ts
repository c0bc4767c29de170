import { WorkspaceError } from '../workspace-error.ts';
import type { CommandLimits } from './command-limits.ts';

export interface SandboxPaths {
  /**
   * Waits for a slot: first come, first served, among conversations that have one free.
   * @returns a function that releases the slot
   * @throws WorkspaceError `unavailable` if too many wait; the signal's reason
   */
  take(conversationId: string, signal: AbortSignal, onWait?: () => void): Promise<() => void>;
}

interface Waiting {
  conversationId: string;
  enter(): void;
}

export function createSandboxPaths(limits: CommandLimits): SandboxPaths {
  const accepted = new Map<string, number>();
  const queue: Waiting[] = [];
  let total = 0;

  const hasRoom = (conversationId: string) =>
    total < limits.commandsPerServer && (accepted.get(conversationId) ?? 0) < limits.commandsPerConversation;

  const countWaiting = (conversationId: string) =>
    queue.filter((waiting) => waiting.conversationId === conversationId).length;

  function occupy(conversationId: string): () => void {
    total += 1;
    accepted.set(conversationId, (accepted.get(conversationId) ?? 0) + 1);
    let isHandedBack = false;
    return () => {
      if (isHandedBack) return;
      isHandedBack = true;
      total -= 1;
      const remaining = (accepted.get(conversationId) ?? 1) - 1;
      if (remaining === 0) accepted.delete(conversationId);
      else accepted.set(conversationId, remaining);
      letIn();
    };
  }

  function letIn(): void {
    for (;;) {
      const next = queue.findIndex(({ conversationId }) => hasRoom(conversationId));
      if (next === -1) return;
      queue.splice(next, 1)[0]?.enter();
    }
  }

  return {
    async take(conversationId, signal, onWait) {
      signal.throwIfAborted();
      if (hasRoom(conversationId)) return occupy(conversationId);
      const waitingCount = countWaiting(conversationId);
      if (waitingCount >= limits.commandQueue || queue.length >= limits.commandQueuePerServer) {
        throw new WorkspaceError(
          'unavailable',
          `${queue.length} commands wait already: try again when some have ended`,
        );
      }
      return await new Promise((resolve, reject) => {
        const leave = () => {
          queue.splice(queue.indexOf(waiting), 1);
          reject(signal.reason);
        };
        const waiting: Waiting = {
          conversationId,
          enter() {
            signal.removeEventListener('abort', leave);
            resolve(occupy(conversationId));
          },
        };
        queue.push(waiting);
        signal.addEventListener('abort', leave, { once: true });
        onWait?.();
      });
    },
  };
}
