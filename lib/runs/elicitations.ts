import { randomUUID } from 'node:crypto';
import {
  type Elicitation,
  type ElicitationAnswer,
  problemOfAnswer,
} from '../core/vocabulary/tools/elicitation.ts';
import type { TerminalKey } from './terminals.ts';

/** Questions of MCP servers that wait for an answer in this process. */
export interface Elicitations {
  /**
   * Asks, once nothing else is asked in that call. Aborted, it is answered with `cancel`.
   * @param onChange receives what is asked now; `null`: nothing any more
   */
  ask(
    key: TerminalKey,
    asked: Omit<Elicitation, 'id'>,
    options: { signal: AbortSignal; onChange(elicitation: Elicitation | null): void },
  ): Promise<ElicitationAnswer>;
  /** @returns what is wrong with it; `absent`: nothing like this is asked in this process */
  answer(key: TerminalKey, answer: ElicitationAnswer): 'done' | 'absent' | { problem: string };
}

interface Open {
  elicitation: Elicitation;
  resolve(answer: ElicitationAnswer): void;
}

export function createElicitations(): Elicitations {
  const open = new Map<string, Open>();
  const queues = new Map<string, Promise<unknown>>();
  const nameOf = ({ conversationId, toolCallId }: TerminalKey) => `${conversationId} ${toolCallId}`;
  return {
    async ask(key, asked, { signal, onChange }) {
      const name = nameOf(key);
      const work = async (): Promise<ElicitationAnswer> => {
        const id = randomUUID();
        const cancelled: ElicitationAnswer = { id, action: 'cancel' };
        if (signal.aborted) return cancelled;
        const answered = Promise.withResolvers<ElicitationAnswer>();
        const cancel = () => answered.resolve(cancelled);
        const elicitation = { ...asked, id };
        open.set(name, { elicitation, resolve: answered.resolve });
        signal.addEventListener('abort', cancel);
        onChange(elicitation);
        try {
          return await answered.promise;
        } finally {
          signal.removeEventListener('abort', cancel);
          open.delete(name);
          onChange(null);
        }
      };
      const turn = (queues.get(name) ?? Promise.resolve()).then(work);
      queues.set(name, turn);
      return await turn.finally(() => {
        if (queues.get(name) === turn) queues.delete(name);
      });
    },
    answer(key, answer) {
      const one = open.get(nameOf(key));
      if (one?.elicitation.id !== answer.id) return 'absent';
      const { action, content = {} } = answer;
      const problem = action === 'accept' ? problemOfAnswer(one.elicitation.fields, content) : null;
      if (problem !== null) return { problem };
      one.resolve(action === 'accept' ? { ...answer, content } : { id: answer.id, action });
      return 'done';
    },
  };
}
