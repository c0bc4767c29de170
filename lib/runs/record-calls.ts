import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4Usage } from '@ai-sdk/provider';
import { errorMessage } from '../core/errors.ts';
import type { RecordedCall } from '../core/vocabulary/ledger/recorded-call.ts';
import type { Model } from './models.ts';
import { type PartTransform, transformParts } from './transform-parts.ts';
import { wrapModel } from './wrap-model.ts';

/** The same model, with every call passed to `keep` as it was made, in the order in which calls end. */
export const recordCalls = (model: Model, keep: (call: RecordedCall) => void): Model => ({
  ...model,
  languageModel: recording(model.languageModel, keep),
});

const recording = (model: LanguageModelV4, keep: (call: RecordedCall) => void): LanguageModelV4 =>
  wrapModel(model, async (options) => {
    const call: RecordedCall = { request: requestOf(options), reply: null, usage: noUsage, error: null };
    try {
      const result = await model.doStream(options);
      return { ...result, stream: transformParts(result.stream, listen(call, keep)) };
    } catch (error) {
      keep({ ...call, error: errorMessage(error) });
      throw error;
    }
  });

/** As JSON; images are replaced by a note that they were there. */
const requestOf = ({ prompt, tools = [] }: LanguageModelV4CallOptions): RecordedCall['request'] =>
  JSON.parse(
    JSON.stringify({ prompt, tools }, function (this: Record<string, unknown>, key, value) {
      // The original value: JSON has already turned a Buffer into a list of numbers.
      const original = this[key];
      return original instanceof Uint8Array ? { imageBytes: original.byteLength } : value;
    }),
  );

const noUsage: RecordedCall['usage'] = {
  inputTokens: null,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  reasoningTokens: null,
};

function listen(call: RecordedCall, keep: (call: RecordedCall) => void): PartTransform {
  const reply = { text: '', toolCalls: [] as { name: string; input: string }[] };
  return {
    transform(part, sink) {
      if (part.type === 'text-delta') reply.text += part.delta;
      if (part.type === 'tool-call') reply.toolCalls.push({ name: part.toolName, input: part.input });
      if (part.type === 'error') keep({ ...call, error: errorMessage(part.error) });
      if (part.type === 'finish') keep({ ...call, reply, usage: usageOf(part.usage) });
      sink.enqueue(part);
    },
  };
}

const usageOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage): RecordedCall['usage'] => ({
  inputTokens: inputTokens.total ?? null,
  cacheReadTokens: inputTokens.cacheRead ?? null,
  cacheWriteTokens: inputTokens.cacheWrite ?? null,
  outputTokens: outputTokens.total ?? null,
  reasoningTokens: outputTokens.reasoning ?? null,
});
