import type { Tool, ToolExecutionOptions } from 'ai';
import { errorMessage } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { readModelOutput } from './model-output.ts';
import { emptyOutput, type OutputText, readOutput, readStreams } from './read-output.ts';
import type { FileOfTool } from './split-output.ts';

/** A tool of the AI SDK with `execute`. */
export interface ExecutableTool extends Pick<Tool, 'toModelOutput'> {
  execute(input: unknown, options: ToolExecutionOptions<unknown>): unknown;
}

/** What became of a call. */
export interface Performed {
  output: OutputText | Uint8Array;
  /** What the tool itself wants the model to read; `null`: it leaves that to the SDK. */
  forModel: OutputText | null;
  files: readonly FileOfTool[];
  durationMs: number;
  /** What the tool threw; `null`: nothing. */
  thrown: { cause: unknown } | null;
}

/** @throws what the tool throws, where a sentence says it */
export async function perform(
  tool: ExecutableTool,
  input: unknown,
  options: ToolExecutionOptions<unknown>,
): Promise<Performed> {
  const startedMs = performance.now();
  const tookMs = () => Math.round(performance.now() - startedMs);
  try {
    const output = await lastOf(tool.execute(input, options));
    const durationMs = tookMs();
    const made = tool.toModelOutput
      ? readModelOutput(await tool.toModelOutput({ toolCallId: options.toolCallId, input, output }))
      : { text: null, files: [] };
    return { output: bytesOrText(output), forModel: made.text, files: made.files, durationMs, thrown: null };
  } catch (cause) {
    const output = options.abortSignal?.aborted ? null : readThrown(cause);
    if (output === null) throw cause;
    return { output, forModel: null, files: [], durationMs: tookMs(), thrown: { cause } };
  }
}

function bytesOrText(output: unknown): OutputText | Uint8Array {
  if (output instanceof Uint8Array) return output;
  return output instanceof ArrayBuffer ? new Uint8Array(output) : readOutput(output);
}

/**
 * A failed command is often thrown, with all that it printed; and a message may be longer than a model reads of one.
 * `null`: its message is a sentence.
 */
function readThrown(error: unknown): OutputText | null {
  if (!(error instanceof Error)) return null;
  const { name: _name, message, stack: _stack, cause: _cause, ...properties } = { ...error };
  const streams = readStreams(properties);
  if (streams !== null && streams.text !== '') return streams;
  const text = typeof message === 'string' ? message : errorMessage(error);
  return text.length > limits.toolErrorCharacters ? { ...emptyOutput, text, notes: ['failed'] } : null;
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
