/** The sub-agents that work in this process, so that people can stop a single one. */
export interface SubAgentStops {
  /** @returns the signal that stops it, and a function that forgets it */
  watch(key: SubAgentKey): { signal: AbortSignal; end(): void };
  /** Does nothing if it does not work in this process. */
  stop(key: SubAgentKey): void;
}

export interface SubAgentKey {
  conversationId: string;
  subagentId: string;
}

export function createSubAgentStops(): SubAgentStops {
  const working = new Map<string, AbortController>();
  const nameOf = ({ conversationId, subagentId }: SubAgentKey) => `${conversationId} ${subagentId}`;
  return {
    watch(key) {
      const controller = new AbortController();
      working.set(nameOf(key), controller);
      return { signal: controller.signal, end: () => working.delete(nameOf(key)) };
    },
    stop: (key) => working.get(nameOf(key))?.abort('aborted'),
  };
}
