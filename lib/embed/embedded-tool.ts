import { z } from 'zod';
import { defineTool } from '../tools/define-tool.ts';
import { describeEnd } from '../tools/describe-end.ts';
import { describedBytes, describeUpload } from '../tools/describe-upload.ts';
import { once } from '../tools/once.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { CallContext } from '../tools/tool-context.ts';
import type { LiveResult, ToolSuccess } from '../tools/tool-result.ts';
import { describeOutput } from './describe-output.ts';
import { type OutputText, readOutput } from './read-output.ts';
import type { ResultKind } from './result-kind.ts';

/**
 * A tool of the AI SDK as one of ours: its result passes the same choke point.
 * @param execute runs it, and returns its last output
 */
export const embeddedTool = (
  name: string,
  kind: ResultKind | undefined,
  execute: (input: unknown) => Promise<unknown>,
): Tool<CallContext> =>
  defineTool<unknown, CallContext>(
    { name, audience: 'model' },
    {
      description: '',
      // The SDK has checked it.
      inputSchema: z.unknown(),
      offline: { help: '', read: () => null },
      async run(input) {
        const startedMs = performance.now();
        const output = await execute(input);
        const durationMs = Math.round(performance.now() - startedMs);
        const call = { toolName: name, input, kind };
        return output instanceof Uint8Array
          ? await bytesOf(output, describeOutput(call, { isJson: false }).title)
          : textOf(readOutput(output), call, durationMs);
      },
    },
  );

function textOf(
  output: OutputText,
  call: Parameters<typeof describeOutput>[0],
  durationMs: number,
): ToolSuccess {
  const { text, exitCode, notes } = output;
  return {
    resultType: 'success',
    fullResult: text,
    description: describeOutput(call, output),
    notes,
    ...(exitCode === null ? {} : { live: endedCommand(output, exitCode, durationMs) }),
  };
}

/** A command that has ended: all of its output is there. */
const endedCommand = (
  { stderrLines, notes }: OutputText,
  exitCode: number,
  durationMs: number,
): LiveResult => ({
  stderrLines: () => stderrLines,
  ending: async () => ({
    ...{ exitCode, durationMs, notes, stderrLines },
    outcome: describeEnd({ exitCode, durationMs, stoppedBy: null }),
    traffic: null,
  }),
});

async function bytesOf(bytes: Uint8Array, title: string): Promise<ToolSuccess> {
  const description = await describeUpload('', bytes.subarray(0, describedBytes));
  const isBytes = ['image', 'pdf', 'binary'].includes(description.type);
  return {
    resultType: 'success',
    fullResult: once(bytes),
    description: { ...description, title, ...(isBytes ? { type: 'binary' as const } : {}) },
  };
}
