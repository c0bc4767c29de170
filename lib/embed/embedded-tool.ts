import { z } from 'zod';
import { defineTool } from '../tools/define-tool.ts';
import { describeEnd } from '../tools/describe-end.ts';
import { describedBytes, describeUpload } from '../tools/describe-upload.ts';
import { once } from '../tools/once.ts';
import { describeText } from '../tools/text-description.ts';
import type { Tool } from '../tools/tool-call.ts';
import type { CallContext } from '../tools/tool-context.ts';
import type { LiveResult, ResultPart, ToolSuccess } from '../tools/tool-result.ts';
import { commandIn, describeOutput } from './describe-output.ts';
import type { Performed } from './perform.ts';
import type { OutputText } from './read-output.ts';
import type { ResultKind } from './result-kind.ts';

/** A tool of the AI SDK as one of ours: its result passes the same choke point. */
export const embeddedTool = (
  name: string,
  kind: ResultKind | undefined,
  run: (input: unknown) => Promise<Performed>,
): Tool<CallContext> =>
  defineTool<unknown, CallContext>(
    { name, audience: 'model' },
    {
      description: '',
      // The SDK has checked it.
      inputSchema: z.unknown(),
      offline: { help: '', read: () => null },
      run: async (input) => resultOf(await run(input), { toolName: name, input, kind }),
    },
  );

type Call = Parameters<typeof describeOutput>[0];

async function resultOf(performed: Performed, call: Call): Promise<ToolSuccess> {
  const { output, forModel, files, durationMs } = performed;
  if (output instanceof Uint8Array) {
    const bytes = await bytesOf(output, describeOutput(call, { isJson: false }).title);
    return forModel === null ? bytes : { ...bytes, assistantView: forModel.text };
  }
  // What people see is never less than what the tool returned.
  if (forModel === null) return textOf(output, output.rest, call, durationMs);
  if (forModel.text === '' && files.length > 0)
    return { ...textOf(output, output.rest, call, durationMs), assistantView: '' };
  return textOf(forModel, forModel.text === output.text ? output.rest : wholeOf(output), call, durationMs);
}

const wholeOf = ({ text, rest }: OutputText): string => (rest === null ? text : `${text}\n${rest}`);

/** @param besides what the text does not have: people find it beside the result */
function textOf(output: OutputText, besides: string | null, call: Call, durationMs: number): ToolSuccess {
  const { text, exitCode, notes } = output;
  const description = describeOutput(call, output);
  const command = commandIn(call.input);
  return {
    resultType: 'success',
    fullResult: text,
    description,
    notes,
    ...(command === null ? {} : { command }),
    ...(exitCode === null ? {} : { live: endedCommand(output, exitCode, durationMs) }),
    ...(besides === null ? {} : { parts: [partOf(besides, description.title)] }),
  };
}

const partOf = (text: string, title: string): ResultPart => ({
  description: describeText(`${title}, as it was returned`, /^[[{]/.test(text)),
  bytes: Buffer.from(text),
});

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
