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
import { wrapModel } from './wrap-model.ts';

/**
 * A model whose stream ends with an `AnswerError` where what came is not a whole answer: it broke off, is empty, or cannot be
 * read. Parts that came before are passed on, and the `finish` part is not, so that no tool of half an answer runs.
 */
export const checkAnswer = (model: LanguageModelV4): LanguageModelV4 =>
  wrapModel(model, async (options) => {
    const result = await model.doStream({ ...options, includeRawChunks: true });
    const mediaType = mediaTypeOf(result.response?.headers?.['content-type']);
    return { ...result, stream: result.stream.pipeThrough(check(mediaType, options.includeRawChunks)) };
  });

/** What was seen of an answer until now. */
interface Seen {
  chunks: number;
  hasContent: boolean;
  hasError: boolean;
  isIncomplete: boolean;
}

function check(mediaType: string | null, passesRaw = false) {
  const seen: Seen = { chunks: 0, hasContent: false, hasError: false, isIncomplete: false };
  return new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
    transform(part, controller) {
      observe(seen, part);
      const error = errorOf(part, seen, mediaType);
      if (error) {
        // As a part, since an error of the stream would discard text that is not read yet.
        controller.enqueue({ type: 'error', error });
        controller.terminate();
        return;
      }
      if (part.type !== 'raw' || passesRaw) controller.enqueue(part);
    },
  });
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

/** The provider said nothing of an end, or that this is none. `abort` is what vLLM says of a call it gave up. */
function hasBrokenOff({ unified, raw }: LanguageModelV4FinishReason, seen: Seen): boolean {
  if (unified === 'interrupted' || unified === 'error') return true;
  if (unified === 'stop' || unified === 'tool-calls') return seen.isIncomplete;
  return unified === 'other' && (raw === 'abort' || raw === 'error');
}

/** These say themselves why there may be nothing. */
const hasReason = ({ unified }: LanguageModelV4FinishReason): boolean =>
  unified === 'length' || unified === 'content-filter';

/** Responses: an end that names no reason is read as a regular one by the provider's client. */
const isIncompleteResponse = (chunk: unknown): boolean =>
  typeof chunk === 'object' && chunk !== null && 'type' in chunk && chunk.type === 'response.incomplete';
