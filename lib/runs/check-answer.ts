import {
  InvalidResponseDataError,
  JSONParseError,
  type LanguageModelV4,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
  TypeValidationError,
} from '@ai-sdk/provider';
import { type AnswerError, cutAnswer, emptyAnswer, malformedAnswer, notStream } from './answer-error.ts';
import { mediaTypeOf } from './fetch-stream.ts';
import { type PartTransform, transformParts } from './transform-parts.ts';
import { wrapModel } from './wrap-model.ts';

/**
 * A model whose stream ends with an `AnswerError` if the answer is incomplete: it broke off, is empty, or
 * cannot be parsed. Parts received before are passed on but the `finish` part is not, so no tool call of a
 * partial answer runs.
 */
export const checkAnswer = (model: LanguageModelV4): LanguageModelV4 =>
  wrapModel(model, async (options) => {
    const result = await model.doStream({ ...options, includeRawChunks: true });
    const mediaType = mediaTypeOf(result.response?.headers?.['content-type']);
    return { ...result, stream: transformParts(result.stream, check(mediaType, options.includeRawChunks)) };
  });

/** What has been received of an answer so far. */
interface Seen {
  chunks: number;
  hasContent: boolean;
  hasError: boolean;
  isIncomplete: boolean;
}

function check(mediaType: string | null, passesRaw = false): PartTransform {
  const seen: Seen = { chunks: 0, hasContent: false, hasError: false, isIncomplete: false };
  return {
    transform(part, sink) {
      observe(seen, part);
      const error = errorOf(part, seen, mediaType);
      if (error) {
        // Sent as a part, because a stream error would discard text that has not been read yet.
        sink.enqueue({ type: 'error', error });
        sink.terminate();
        return;
      }
      if (part.type !== 'raw' || passesRaw) sink.enqueue(part);
    },
  };
}

function observe(seen: Seen, part: LanguageModelV4StreamPart): void {
  if (part.type === 'raw') {
    seen.chunks += 1;
    seen.isIncomplete ||= isIncompleteResponse(part.rawValue);
  }
  if (part.type === 'error') seen.hasError = true;
  if (part.type === 'tool-call' || (part.type === 'text-delta' && part.delta.trim() !== '')) {
    seen.hasContent = true;
  }
}

function errorOf(part: LanguageModelV4StreamPart, seen: Seen, mediaType: string | null): AnswerError | null {
  if (part.type === 'error') return isUnreadable(part.error) ? malformedAnswer(part.error) : null;
  if (part.type !== 'finish' || seen.hasError) return null;
  if (seen.chunks === 0 && mediaType !== 'text/event-stream') return notStream(mediaType);
  if (hasBrokenOff(part.finishReason, seen)) return cutAnswer();
  return seen.hasContent || hasReason(part.finishReason) ? null : emptyAnswer();
}

const isUnreadable = (error: unknown): boolean =>
  JSONParseError.isInstance(error) ||
  TypeValidationError.isInstance(error) ||
  InvalidResponseDataError.isInstance(error);

/**
 * The provider sent no finish reason, or one that means an abort. vLLM sends `abort` for a call it gave up.
 */
function hasBrokenOff({ unified, raw }: LanguageModelV4FinishReason, seen: Seen): boolean {
  if (unified === 'interrupted' || unified === 'error') return true;
  if (unified === 'stop' || unified === 'tool-calls') return seen.isIncomplete;
  return unified === 'other' && (raw === 'abort' || raw === 'error');
}

/** Finish reasons that explain an empty answer. */
const hasReason = ({ unified }: LanguageModelV4FinishReason): boolean =>
  unified === 'length' || unified === 'content-filter';

/** Responses API: the provider's client reads an end without a reason as a regular one. */
const isIncompleteResponse = (chunk: unknown): boolean =>
  typeof chunk === 'object' && chunk !== null && 'type' in chunk && chunk.type === 'response.incomplete';
