import type { LanguageModelV4 } from '@ai-sdk/provider';
import { formatBytes } from '../core/algorithms/text/format-bytes.ts';
import { limits } from '../core/limits.ts';
import { AnswerError } from './answer-error.ts';
import { type DeltaPart, isDeltaPart } from './delta-part.ts';
import { type PartTransform, transformParts } from './transform-parts.ts';
import { wrapModel } from './wrap-model.ts';

const maxBytes = {
  'text-delta': limits.answerBytes,
  'reasoning-delta': limits.answerBytes,
  'tool-input-delta': limits.answerArgumentBytes,
} as const satisfies Record<DeltaPart['type'], number>;

/**
 * A model whose answer ends with an `AnswerError` if it exceeds the maximum length; the part that fits is
 * sent first.
 */
export const limitAnswer = (model: LanguageModelV4): LanguageModelV4 =>
  wrapModel(model, async (options) => {
    const result = await model.doStream(options);
    return { ...result, stream: transformParts(result.stream, limit()) };
  });

function limit(): PartTransform {
  const bytes = { 'text-delta': 0, 'reasoning-delta': 0, 'tool-input-delta': 0 };
  return {
    transform(part, sink) {
      if (!isDeltaPart(part)) {
        sink.enqueue(part);
        return;
      }
      const freeBytes = maxBytes[part.type] - bytes[part.type];
      const delta = startWithin(part.delta, freeBytes);
      bytes[part.type] += Buffer.byteLength(delta);
      if (delta !== '') sink.enqueue({ ...part, delta });
      if (delta === part.delta) return;
      sink.enqueue({ type: 'error', error: longAnswer(part.type) });
      sink.terminate();
    },
  };
}

/** The start of a text that fits in `byteCount` bytes, without splitting a character. */
function startWithin(text: string, byteCount: number): string {
  if (Buffer.byteLength(text) <= byteCount) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(byteCount));
  return text.slice(0, read);
}

const described = {
  'text-delta': 'The answer is',
  'reasoning-delta': 'The model’s reasoning is',
  'tool-input-delta': 'What the model sends to its tools is',
} as const;

const longAnswer = (type: DeltaPart['type']) =>
  new AnswerError(
    'model_too_long',
    `${described[type]} longer than ${formatBytes(maxBytes[type])}, the limit, and was stopped there. Ask for the next part, or for a shorter answer.`,
  );
