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
   * @throws VitrineError `draining`, `too_many_requests`, `storage_unavailable`
   */
  call(call: ClientCall): Promise<ToolCallOutcome>;
  /** Starts no new calls; those that go on get a grace period, and are then stopped. */
  drain(): Promise<void>;
}

export function createClientCalls(settings: RunSettings & { readState: ReadState }): ClientCalls {
  const active = new Map<Promise<unknown>, string>();
  const hurry = new AbortController();
  let isDraining = false;
  return {
    async call(call) {
      if (isDraining) {
        throw new VitrineError('draining', 'The server is restarting. Try again in a moment.');
      }
      const count = [...active.values()].filter((clientId) => clientId === call.clientId).length;
      if (count >= limits.clientCallsAtOnce) {
        throw new VitrineError(
          'too_many_requests',
          `Not run: ${count} calls of this client go on. Wait for one to end.`,
        );
      }
      const signal = AbortSignal.any([call.signal, hurry.signal]);
      const performed = performClientCall(settings, { ...call, signal });
      active.set(performed, call.clientId);
      return await performed.finally(() => active.delete(performed));
    },
    async drain() {
      isDraining = true;
      const timer = setTimeout(() => hurry.abort(), limits.drainMs);
      await Promise.allSettled(active.keys());
      clearTimeout(timer);
    },
  };
}
