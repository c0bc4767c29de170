import { APICallError, type LanguageModelV4 } from '@ai-sdk/provider';
import { limits } from '../core/limits.ts';
import { wrapModel } from './wrap-model.ts';

/** How many seconds a server asks to wait before the next try; `null`: it does not say. */
export function retryAfterSeconds(headers: Record<string, string> | undefined): number | null {
  const milliseconds = Number.parseFloat(headers?.['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return milliseconds / 1000;
  const header = headers?.['retry-after'] ?? '';
  // RFC 9110, 10.2.3: seconds or a date.
  const seconds = /^\s*\d/.test(header)
    ? Number.parseFloat(header)
    : (Date.parse(header) - Date.now()) / 1000;
  return seconds >= 0 ? seconds : null;
}

/**
 * A model that honours short waits its server asks for, which the AI SDK keeps before it retries. If the
 * server asks for a longer wait, retrying sooner would be refused again: the call fails at once, and people
 * read when to try.
 */
export const refuseLongWait = (model: LanguageModelV4): LanguageModelV4 =>
  wrapModel(model, async (options) => {
    try {
      return await model.doStream(options);
    } catch (error) {
      if (!APICallError.isInstance(error) || !error.isRetryable) throw error;
      const waitSeconds = retryAfterSeconds(error.responseHeaders);
      if (waitSeconds === null || waitSeconds < limits.retryAfterSeconds) throw error;
      throw withoutRetry(error);
    }
  });

const withoutRetry = (error: APICallError) =>
  new APICallError({
    message: error.message,
    url: error.url,
    requestBodyValues: error.requestBodyValues,
    ...(error.statusCode === undefined ? {} : { statusCode: error.statusCode }),
    ...(error.responseHeaders === undefined ? {} : { responseHeaders: error.responseHeaders }),
    cause: error,
    isRetryable: false,
  });
