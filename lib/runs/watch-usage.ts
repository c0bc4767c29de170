import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ReportedUsage } from './reported-usage.ts';
import { type PartTransform, transformParts } from './transform-parts.ts';
import { wrapModel } from './wrap-model.ts';

/**
 * A model that reports a call's usage as soon as its provider does, with the tools it requested until then.
 * Providers report it in their last chunk; the `finish` part only comes once the stream has ended, which may
 * never happen.
 */
export const watchUsage = (
  model: LanguageModelV4,
  onUsage: (usage: ReportedUsage, toolNames: readonly string[]) => void,
): LanguageModelV4 =>
  wrapModel(model, async (options) => {
    const result = await model.doStream({ ...options, includeRawChunks: true });
    return { ...result, stream: transformParts(result.stream, watch(onUsage)) };
  });

function watch(onUsage: Parameters<typeof watchUsage>[1]): PartTransform {
  const toolNames: string[] = [];
  let hasEnded = false;
  return {
    transform(part, sink) {
      if (part.type === 'tool-input-start') toolNames.push(part.toolName);
      if (part.type !== 'raw') {
        sink.enqueue(part);
        return;
      }
      hasEnded ||= saysEnd(part.rawValue);
      const usage = hasEnded ? usageIn(part.rawValue) : null;
      if (usage) onUsage(usage, toolNames);
    },
  };
}

type Chunk = Record<string, unknown>;

const asChunk = (value: unknown): Chunk =>
  typeof value === 'object' && value !== null ? (value as Chunk) : {};

const responseEnds = ['response.completed', 'response.incomplete', 'response.failed'];

/** Before the end, some servers report the usage so far with each chunk. */
function saysEnd(chunk: unknown): boolean {
  const { type, choices } = asChunk(chunk);
  if (typeof type === 'string') return responseEnds.includes(type);
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return typeof asChunk(first).finish_reason === 'string';
}

/** In the format of Chat Completions and Responses; `null`: this chunk has none. */
function usageIn(chunk: unknown): ReportedUsage | null {
  const { usage, response } = asChunk(chunk);
  const reported = usage ?? asChunk(response).usage;
  if (typeof reported !== 'object' || reported === null) return null;
  const names = 'prompt_tokens' in reported ? chatNames : responsesNames;
  const values = asChunk(reported);
  const input = asChunk(values[`${names.input}_tokens_details`]);
  const output = asChunk(values[`${names.output}_tokens_details`]);
  return {
    inputTokens: count(values[`${names.input}_tokens`]),
    outputTokens: count(values[`${names.output}_tokens`]),
    inputTokenDetails: {
      // The provider's client treats an omitted figure as zero.
      cacheReadTokens: count(input.cached_tokens ?? 0),
      cacheWriteTokens: count(input.cache_write_tokens),
    },
    outputTokenDetails: { reasoningTokens: count(output.reasoning_tokens ?? 0) },
  };
}

const chatNames = { input: 'prompt', output: 'completion' };
const responsesNames = { input: 'input', output: 'output' };

const count = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
