import { WorkspaceError } from '../workspace-error.ts';
import type { CommandLimits } from './command-limits.ts';

export interface CommandSlots {
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

export function createCommandSlots(limits: CommandLimits): CommandSlots {
  const state = initialState(limits);
  return {
    take: (conversationId, signal, onWait) => take(state, conversationId, signal, onWait),
  };
}

const initialState = (limits: CommandLimits) => ({
  limits,
  accepted: new Map<string, number>(),
  queue: [] as Waiting[],
  total: 0,
});
type SlotsState = ReturnType<typeof initialState>;

const hasRoom = (state: SlotsState, conversationId: string) =>
  state.total < state.limits.commandsPerServer &&
  (state.accepted.get(conversationId) ?? 0) < state.limits.commandsPerConversation;

const countWaiting = (state: SlotsState, conversationId: string) =>
  state.queue.filter((waiting) => waiting.conversationId === conversationId).length;

function occupy(state: SlotsState, conversationId: string): () => void {
  state.total += 1;
  state.accepted.set(conversationId, (state.accepted.get(conversationId) ?? 0) + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    state.total -= 1;
    const remaining = (state.accepted.get(conversationId) ?? 1) - 1;
    if (remaining === 0) state.accepted.delete(conversationId);
    else state.accepted.set(conversationId, remaining);
    admitNext(state);
  };
}

function admitNext(state: SlotsState): void {
  for (;;) {
    const next = state.queue.findIndex(({ conversationId }) => hasRoom(state, conversationId));
    if (next === -1) return;
    state.queue.splice(next, 1)[0]?.enter();
  }
}

async function take(
  state: SlotsState,
  conversationId: string,
  signal: AbortSignal,
  onWait: (() => void) | undefined,
): Promise<() => void> {
  signal.throwIfAborted();
  if (hasRoom(state, conversationId)) return occupy(state, conversationId);
  const waitingCount = countWaiting(state, conversationId);
  if (waitingCount >= state.limits.commandQueue || state.queue.length >= state.limits.commandQueuePerServer) {
    throw new WorkspaceError(
      'unavailable',
      `${state.queue.length} commands wait already: try again when some have ended`,
    );
  }
  return await new Promise((resolve, reject) => {
    const leave = () => {
      state.queue.splice(state.queue.indexOf(waiting), 1);
      reject(signal.reason);
    };
    const waiting: Waiting = {
      conversationId,
      enter() {
        signal.removeEventListener('abort', leave);
        resolve(occupy(state, conversationId));
      },
    };
    state.queue.push(waiting);
    signal.addEventListener('abort', leave, { once: true });
    onWait?.();
  });
}
