import type { Tool, ToolExecutionOptions } from 'ai';
import type { ToolCallOutcome } from '../tools/tool-call.ts';
import type { RequestOf } from './call-requests.ts';
import { withCommand } from './describe-output.ts';
import { embeddedTool } from './embedded-tool.ts';
import { readModelOutput } from './model-output.ts';
import type { ResultKind } from './result-kind.ts';
import type { FileOfTool, SplitOutput } from './split-output.ts';

type Options = ToolExecutionOptions<unknown>;

/** A tool of the AI SDK with `execute`. */
export interface ExecutableTool extends Pick<Tool, 'toModelOutput'> {
  execute(input: unknown, options: Options): unknown;
}

/** The same tool, which returns a view of its result. What it throws reaches the model as before, but bounded. */
export function splitTool(
  name: string,
  { execute, toModelOutput, ...tool }: ExecutableTool & { outputSchema?: unknown },
  kind: ResultKind | undefined,
  requestOf: RequestOf,
) {
  // It says what the tool returned before.
  const { outputSchema: _, ...rest } = tool;
  return {
    ...rest,
    async execute(input: unknown, options: Options): Promise<SplitOutput> {
      let files: readonly FileOfTool[] = [];
      let cause: unknown;
      const { toolCallId } = options;
      const embedded = embeddedTool(name, kind, async () => {
        try {
          const output = await lastOf(execute(input, options));
          if (!toModelOutput) return output;
          const read = readModelOutput(await toModelOutput({ toolCallId, input, output }));
          files = read.files;
          return read.output;
        } catch (error) {
          cause = error;
          throw error;
        }
      });
      const outcome = await embedded.call(await requestOf(name, withCommand(input), options));
      const text = outcome.result?.content ?? '';
      if (!outcome.success) throw new Error(text, { cause });
      return splitOutput(text, outcome, files);
    },
    toModelOutput({ output }: { output: SplitOutput }) {
      const { view, files = [] } = output;
      if (files.length === 0) return { type: 'text', value: view };
      return { type: 'content', value: [...(view === '' ? [] : [{ type: 'text', text: view }]), ...files] };
    },
  };
}

function splitOutput(
  view: string,
  { toolTelemetry }: ToolCallOutcome,
  files: readonly FileOfTool[],
): SplitOutput {
  const { artifactId, title, relation, summarizer, fullTokens, sentTokens } = toolTelemetry;
  return {
    ...{ view, artifactId, relation, summarizer, fullTokens, sentTokens },
    title: title ?? '',
    isEstimated: toolTelemetry.fullTokensEstimated === true,
    ...(files.length > 0 ? { files } : {}),
  };
}

/** What a tool returns, or what it yields last: what came before is meant for a page that waits. */
async function lastOf(output: unknown): Promise<unknown> {
  if (!isAsyncIterable(output)) return await output;
  let last: unknown;
  for await (const one of output) last = one;
  return last;
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
