import { randomBytes } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { limits } from '#lib/core/limits.ts';
import type { ElicitationAnswer } from '#lib/core/vocabulary/tools/elicitation.ts';
import type { ServerQuestion, ToolContext } from '#lib/tools/tool-context.ts';

type ClientAnswer = Omit<ElicitationAnswer, 'id'>;

/** What a call came to, for now: its result, or a question to the client's people. */
export type CallStep = { result: CallToolResult } | { id: string; question: ServerQuestion };

/** One exchange with the client about a call: what it is sent meanwhile, and whether it is still there. */
export interface Exchange {
  signal: AbortSignal;
  onProgress(progress: { progress: number; total?: number; message: string }): void;
}

/** As the call itself sees its client. */
export interface RunningCall {
  signal: AbortSignal;
  /** `null`: it has been asked so often in this call that it may not answer again. */
  elicit(question: ServerQuestion, signal: AbortSignal): Promise<ClientAnswer | null>;
  onProgress: ToolContext['reportProgress'];
}

/**
 * Calls that go on while a client looks at a question: the protocol ends the request that asks, and the answer comes
 * with another one, which names the question.
 */
export interface PendingCalls {
  begin(
    clientId: string,
    start: (call: RunningCall) => Promise<CallToolResult>,
    exchange: Exchange,
  ): Promise<CallStep>;
  /** @returns `null`: this client was asked nothing under this ID, or it is too long ago */
  resume(clientId: string, id: string, answer: ClientAnswer, exchange: Exchange): Promise<CallStep> | null;
}

interface Asked {
  question: ServerQuestion;
  /** Only the first answer counts. */
  resolve(answer: ClientAnswer): void;
}

interface Pending {
  clientId: string;
  stop: AbortController;
  result: Promise<CallToolResult>;
  exchange: Exchange | null;
  /** What the client has not been asked yet. */
  unasked: Asked[];
  onAsked: PromiseWithResolvers<void>;
}

export function createPendingCalls(): PendingCalls {
  const waiting = new Map<string, { call: Pending; asked: Asked }>();

  /** Until the result is there, the next question, or the end of the client. */
  const advance = async (call: Pending, exchange: Exchange): Promise<CallStep> => {
    call.exchange = exchange;
    const abort = () => call.stop.abort(exchange.signal.reason);
    if (exchange.signal.aborted) abort();
    exchange.signal.addEventListener('abort', abort);
    try {
      const result = call.result.then((done) => ({ result: done }));
      for (;;) {
        const asked = call.unasked.shift();
        if (asked) return { id: wait(call, asked), question: asked.question };
        const step = await Promise.race([result, call.onAsked.promise]);
        if (step) return step;
      }
    } finally {
      exchange.signal.removeEventListener('abort', abort);
      call.exchange = null;
    }
  };

  /** Nobody may answer: the call goes on then, and what it comes to is there for some time after its end. */
  const wait = (call: Pending, asked: Asked): string => {
    const id = randomBytes(24).toString('base64url');
    waiting.set(id, { call, asked });
    const patience = setTimeout(() => asked.resolve({ action: 'cancel' }), limits.clientApprovalMs).unref();
    const forget = () => {
      clearTimeout(patience);
      setTimeout(() => waiting.delete(id), limits.clientApprovalMs).unref();
    };
    call.result.then(forget, forget);
    return id;
  };

  return {
    begin(clientId, start, exchange) {
      const call: Pending = {
        clientId,
        stop: new AbortController(),
        result: Promise.resolve({ content: [] }),
        exchange,
        unasked: [],
        onAsked: Promise.withResolvers(),
      };
      call.result = start(runningCall(call));
      // It may fail while nobody waits.
      call.result.catch(() => {});
      return advance(call, exchange);
    },
    resume(clientId, id, answer, exchange) {
      const found = waiting.get(id);
      if (found?.call.clientId !== clientId) return null;
      found.asked.resolve(answer);
      return advance(found.call, exchange);
    },
  };
}

function runningCall(call: Pending): RunningCall {
  let questions = 0;
  let last = -1;
  return {
    signal: call.stop.signal,
    elicit(question, signal) {
      questions += 1;
      // Clients, and the protocol's own code for the older ones, answer no more than so many times in one call.
      if (questions > limits.clientQuestions) return Promise.resolve(null);
      const { promise, resolve } = Promise.withResolvers<ClientAnswer>();
      const asked = { question, resolve };
      call.unasked.push(asked);
      signal.addEventListener('abort', () => {
        call.unasked = call.unasked.filter((one) => one !== asked);
        resolve({ action: 'cancel' });
      });
      call.onAsked.resolve();
      call.onAsked = Promise.withResolvers();
      return promise;
    },
    onProgress(message, figures) {
      // It has to increase, whatever the server counts, and also where nobody counts.
      const progress = figures?.progress ?? Math.max(last, 0) + 1e-3;
      if (progress <= last) return;
      last = progress;
      const total = figures?.total;
      call.exchange?.onProgress({ progress, message, ...(total === undefined ? {} : { total }) });
    },
  };
}
