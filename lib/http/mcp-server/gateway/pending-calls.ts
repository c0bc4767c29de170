import { randomBytes } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { limits } from '#lib/core/limits.ts';
import type { ElicitationAnswer } from '#lib/core/vocabulary/tools/elicitation.ts';
import type { ServerQuestion } from '#lib/tools/tool-context.ts';

type ClientAnswer = Omit<ElicitationAnswer, 'id'>;

/** What a call came to, for now: its result, or a question to the client's people. */
export type CallStep = { result: CallToolResult } | { id: string; question: ServerQuestion };

/** One exchange with the client about a call: what it is told meanwhile, and whether it is still there. */
export interface Exchange {
  signal: AbortSignal;
  onProgress(message: string, figures?: { progress: number; total?: number | undefined }): void;
}

/**
 * Calls that go on while a client looks at a question: the protocol ends the request that asks, and the answer comes
 * with another one, which names the call.
 */
export interface PendingCalls {
  begin(
    clientId: string,
    start: (call: RunningCall) => Promise<CallToolResult>,
    exchange: Exchange,
  ): Promise<CallStep>;
  /** @returns `null`: no call of this client waits under this ID */
  resume(clientId: string, id: string, answer: ClientAnswer, exchange: Exchange): Promise<CallStep> | null;
}

/** As the call itself sees its client. */
export interface RunningCall {
  signal: AbortSignal;
  elicit(question: ServerQuestion, signal: AbortSignal): Promise<ClientAnswer>;
  onProgress: Exchange['onProgress'];
}

interface Pending {
  clientId: string;
  stop: AbortController;
  result: Promise<CallToolResult>;
  exchange: Exchange | null;
  asked: PromiseWithResolvers<{ question: ServerQuestion }>;
  answer: (answer: ClientAnswer) => void;
}

const cancel: ClientAnswer = { action: 'cancel' };

export function createPendingCalls(): PendingCalls {
  const waiting = new Map<string, { call: Pending; patience: NodeJS.Timeout }>();

  /** Until the result is there, the next question, or the end of the client. */
  const advance = async (call: Pending, exchange: Exchange): Promise<CallStep> => {
    call.exchange = exchange;
    const abort = () => call.stop.abort(exchange.signal.reason);
    if (exchange.signal.aborted) abort();
    exchange.signal.addEventListener('abort', abort);
    try {
      const step = await Promise.race([call.result.then((result) => ({ result })), call.asked.promise]);
      if ('result' in step) return step;
      const id = randomBytes(24).toString('base64url');
      const patience = setTimeout(() => {
        waiting.delete(id);
        call.answer(cancel);
      }, limits.clientApprovalMs);
      waiting.set(id, { call, patience });
      return { id, question: step.question };
    } finally {
      exchange.signal.removeEventListener('abort', abort);
      call.exchange = null;
    }
  };

  return {
    begin(clientId, start, exchange) {
      const stop = new AbortController();
      const call: Pending = {
        clientId,
        stop,
        result: Promise.resolve({ content: [] }),
        exchange,
        asked: Promise.withResolvers(),
        answer: () => {},
      };
      call.result = start({
        signal: stop.signal,
        onProgress: (message, figures) => call.exchange?.onProgress(message, figures),
        elicit(question, signal) {
          const answered = Promise.withResolvers<ClientAnswer>();
          signal.addEventListener('abort', () => answered.resolve(cancel));
          call.answer = answered.resolve;
          call.asked.resolve({ question });
          return answered.promise;
        },
      });
      // It may fail while nobody waits.
      call.result.catch(() => {});
      return advance(call, exchange);
    },
    resume(clientId, id, answer, exchange) {
      const found = waiting.get(id);
      if (found?.call.clientId !== clientId) return null;
      const { call, patience } = found;
      waiting.delete(id);
      clearTimeout(patience);
      call.asked = Promise.withResolvers();
      call.answer(answer);
      return advance(call, exchange);
    },
  };
}
