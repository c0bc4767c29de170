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

export type Elicit = (params: ElicitRequestParams) => Promise<ElicitResult>;

export interface CallOptions {
  signal: AbortSignal;
  onProgress(message: string): void;
  /** Asks people what the server asks. */
  elicit: Elicit;
}

/** The calls that go on over one connection. */
export interface ActiveCalls {
  /** Before 2026-07-28 a question does not say which call it is about: it goes to the one that began last. */
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
  const active: Elicit[] = [];
  return {
    elicit: async (params) => (await active.at(-1)?.(params)) ?? { action: 'cancel' },
    async send(client, { name }, args, { signal, onProgress, elicit }) {
      const silence = createSilenceWatch();
      const asking: Elicit = async (params) => {
        const listen = silence.pause();
        return await elicit(params).finally(listen);
      };
      active.push(asking);
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
              onProgress(cutText(describeProgress(progress), limits.mcpTitleCharacters));
            },
          },
        );
      } catch (error) {
        if (!signal.aborted && silence.signal.aborted) throw silence.signal.reason;
        throw error;
      } finally {
        silence.stop();
        active.splice(active.indexOf(asking), 1);
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
    /** People think about it as long as they like. */
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
