import type { ToolExecutionOptions } from 'ai';
import type { ToolCallOutcome } from '../tools/tool-call.ts';
import type { RequestOf } from './call-requests.ts';
import { embeddedTool } from './embedded-tool.ts';
import { type ExecutableTool, type Performed, perform } from './perform.ts';
import { isRecord } from './read-output.ts';
import type { ResultKind } from './result-kind.ts';
import type { FileOfTool, SplitOutput } from './split-output.ts';

type Overridden = 'execute' | 'toModelOutput' | 'outputSchema';

/**
 * The same tool, which returns a view of its result. What it throws is thrown: as it is where its message is short,
 * else as an error whose message is a view.
 */
export function splitTool(
  name: string,
  tool: ExecutableTool,
  kind: ResultKind | undefined,
  requestOf: RequestOf,
): object {
  const own: Record<Overridden, unknown> = {
    async execute(input: unknown, options: ToolExecutionOptions<unknown>): Promise<SplitOutput> {
      let performed: Performed | null = null;
      let cause: unknown;
      const embedded = embeddedTool(name, kind, async () => {
        try {
          performed = await perform(tool, input, options);
          return performed;
        } catch (error) {
          cause = error;
          throw error;
        }
      });
      const outcome = await embedded.call(await requestOf(name, input, options));
      const view = outcome.result?.content ?? '';
      const { thrown, files } = (performed as Performed | null) ?? { thrown: { cause }, files: [] };
      if (!outcome.success) throw isSaidBy(cause, view) ? cause : new Error(view, { cause });
      if (thrown !== null) throw new Error(view, thrown);
      return splitOutput(view, outcome, files);
    },
    toModelOutput: (call: { toolCallId: string; input: unknown; output: unknown }) =>
      isSplitOutput(call.output) ? modelOutput(call.output) : modelOutputBefore(tool, call),
    // It says what the tool returned before.
    outputSchema: undefined,
  };
  const overriding = Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, { value, enumerable: true, writable: true }]),
  );
  // A tool may be an object of a class, with getters.
  return Object.create(Object.getPrototypeOf(tool), {
    ...Object.getOwnPropertyDescriptors(tool),
    ...overriding,
  });
}

/** Nothing of its message was masked or cut. */
const isSaidBy = (cause: unknown, text: string): boolean =>
  cause instanceof Error && cause.message !== '' && text.endsWith(cause.message);

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

const isSplitOutput = (output: unknown): output is SplitOutput =>
  isRecord(output) && typeof output.view === 'string' && 'artifactId' in output;

function modelOutput({ view, files = [] }: SplitOutput) {
  if (files.length === 0) return { type: 'text', value: view };
  return { type: 'content', value: [...(view === '' ? [] : [{ type: 'text', text: view }]), ...files] };
}

/** Of messages that were stored before the tool was split. */
function modelOutputBefore(
  tool: ExecutableTool,
  call: { toolCallId: string; input: unknown; output: unknown },
): unknown {
  if (tool.toModelOutput) return tool.toModelOutput(call);
  const { output } = call;
  return typeof output === 'string'
    ? { type: 'text', value: output }
    : { type: 'json', value: output ?? null };
}
