import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import type { ToolCallOutcome } from '#lib/tools/tool-call.ts';
import type { RunSettings } from '../run-settings.ts';
import type { ReadState } from '../state-reader.ts';
import type { ClientCall } from './client-call.ts';
import { performClientCall } from './perform-client-call.ts';

/** The calls that clients of the gateway make in this process. */
export interface ClientCalls {
  /**
   * Calls a tool, and logs it in the conversation. Failures of the tool are outcomes.
   * @throws VitrineError `draining`, `too_many_requests`, `storage_unavailable`; `not_found`: the conversation was deleted
   */
  call(call: ClientCall): Promise<ToolCallOutcome>;
  /** Stops the calls of a conversation in all processes, and waits for those in this one. */
  stopIn(conversationId: string): Promise<void>;
  /** Starts no new calls; those that go on get a grace period, and are then stopped. */
  drain(): Promise<void>;
}

interface ActiveCall {
  clientId: string;
  conversationId: string;
  stop: AbortController;
  ended: Promise<unknown>;
}

export function createClientCalls(settings: RunSettings & { readState: ReadState }): ClientCalls {
  const { leases } = settings.stores;
  const active = new Set<ActiveCall>();
  let isDraining = false;
  const activeIn = (conversationId: string) =>
    [...active].filter((call) => call.conversationId === conversationId);
  const stop = (calls: Iterable<ActiveCall>) => {
    for (const call of calls) call.stop.abort();
  };
  const settle = (calls: Iterable<ActiveCall>) => Promise.allSettled([...calls].map(({ ended }) => ended));
  leases.onAsked((conversationId, { kind }) => {
    if (kind === 'stop_client_calls') stop(activeIn(conversationId));
  });
  return {
    async call(call) {
      if (isDraining) {
        throw new VitrineError('draining', 'The server is restarting. Try again in a moment.');
      }
      const { clientId, conversation } = call;
      const count = [...active].filter((one) => one.clientId === clientId).length;
      if (count >= limits.clientCallsAtOnce) {
        throw new VitrineError(
          'too_many_requests',
          `Not run: ${count} calls of this client go on. Wait for one to end.`,
        );
      }
      const stopped = new AbortController();
      const signal = AbortSignal.any([call.signal, stopped.signal]);
      const ended = performClientCall(settings, { ...call, signal }, stopped);
      const own: ActiveCall = { clientId, conversationId: conversation.id, stop: stopped, ended };
      active.add(own);
      return await ended.finally(() => active.delete(own));
    },
    async stopIn(conversationId) {
      await leases.ask(conversationId, { kind: 'stop_client_calls' });
      await settle(activeIn(conversationId));
    },
    async drain() {
      isDraining = true;
      const hurry = setTimeout(() => stop(active), limits.drainMs);
      await settle(active);
      clearTimeout(hurry);
    },
  };
}
