import type {
  CallToolResult,
  Client,
  ElicitRequestParams,
  ElicitResult,
  Progress,
  Tool as ToolDefinition,
} from '@modelcontextprotocol/client';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';

/** @param signal aborted when nobody waits for the answer any more */
export type Elicit = (params: ElicitRequestParams, signal: AbortSignal) => Promise<ElicitResult>;

export interface CallOptions {
  signal: AbortSignal;
  /** Those who may see its questions: calls of others over the same connection are none of their business. */
  audience: string;
  onProgress(message: string, figures: Progress): void;
  /** Asks people what the server asks. */
  elicit: Elicit;
}

/** The calls that go on over one connection. */
export interface ActiveCalls {
  /**
   * The SDK does not say which call a question is about. It goes to the one that began last, and where calls for other
   * people go on too, to nobody.
   */
  elicit: Elicit;
  /** Calls a tool. It ends after a long silence, in which nobody was asked anything. @throws Error */
  send(
    client: Client,
    tool: Pick<ToolDefinition, 'name'>,
    args: Record<string, unknown>,
    options: CallOptions,
  ): Promise<CallToolResult>;
}

export function createActiveCalls(nowMs: () => number): ActiveCalls {
  const active: { audience: string; asking: Elicit }[] = [];
  return {
    async elicit(params, signal) {
      const last = active.at(-1);
      if (last === undefined || active.some(({ audience }) => audience !== last.audience)) {
        return { action: 'cancel' };
      }
      return await last.asking(params, signal);
    },
    async send(client, { name }, args, { signal, audience, onProgress, elicit }) {
      const silence = createSilenceWatch();
      const ended = new AbortController();
      const asking: Elicit = async (params, asked) => {
        const listen = silence.pause();
        return await elicit(params, AbortSignal.any([asked, ended.signal])).finally(listen);
      };
      const call = { audience, asking };
      active.push(call);
      let reportedMs = 0;
      try {
        return await client.callTool(
          { name, arguments: args },
          {
            signal: AbortSignal.any([signal, silence.signal]),
            timeout: limits.mcpCallMs,
            onprogress(progress) {
              silence.touch();
              // A server may send thousands a second; people read some.
              if (nowMs() - reportedMs < limits.mcpProgressMs) return;
              reportedMs = nowMs();
              onProgress(cutText(describeProgress(progress), limits.mcpTitleCharacters), progress);
            },
          },
        );
      } catch (error) {
        if (!signal.aborted && silence.signal.aborted) throw silence.signal.reason;
        throw error;
      } finally {
        silence.stop();
        ended.abort();
        active.splice(active.indexOf(call), 1);
      }
    },
  };
}

function createSilenceWatch() {
  const silent = new AbortController();
  const end = () => silent.abort(new Error(`it was silent for ${limits.mcpSilenceMs / 1_000} s`));
  let timer: NodeJS.Timeout | undefined;
  let questions = 0;
  const touch = () => {
    clearTimeout(timer);
    if (questions === 0) timer = setTimeout(end, limits.mcpSilenceMs).unref();
  };
  touch();
  return {
    signal: silent.signal,
    touch,
    /** People may think about it until the time of the call is over. */
    pause() {
      questions += 1;
      clearTimeout(timer);
      return () => {
        questions -= 1;
        touch();
      };
    },
    stop() {
      questions = Number.POSITIVE_INFINITY;
      clearTimeout(timer);
    },
  };
}

/** `31 of 50, reading shard 4` */
function describeProgress({ progress, total, message }: Progress): string {
  const figures = total === undefined ? String(progress) : `${progress} of ${total}`;
  return message ? `${figures}, ${message}` : figures;
}
