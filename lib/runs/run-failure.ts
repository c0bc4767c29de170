import { APICallError, RetryError } from 'ai';
import { errorMessage } from '../core/errors.ts';
import { AnswerError } from './answer-error.ts';
import { WindowTooSmallError } from './compaction/window-too-small-error.ts';
import { retryAfterSeconds } from './retry-after.ts';

export interface RunFailure {
  code: string;
  message: string;
}

/** The model sent nothing for a minute. */
export class ModelSilentError extends Error {
  override name = 'ModelSilentError';
}

/** Why a model call failed, in words for people: what happened and what to do. */
export function describeFailure(error: unknown): RunFailure {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (cause instanceof ModelSilentError) return { code: 'model_silent', message: cause.message };
  if (cause instanceof WindowTooSmallError) return { code: 'window_too_small', message: cause.message };
  if (cause instanceof AnswerError) return { code: cause.code, message: cause.message };
  if (APICallError.isInstance(cause)) return describeResponse(cause);
  if (isNetworkError(cause)) {
    return {
      code: 'model_unreachable',
      message: 'The model server cannot be reached. Check that it runs and that OPENAI_BASE_URL is right.',
    };
  }
  return { code: 'model_error', message: `The model call failed: ${short(errorMessage(cause))}` };
}

function describeResponse(error: APICallError): RunFailure {
  const { statusCode } = error;
  if (statusCode === undefined) {
    return {
      code: 'model_unreachable',
      message: 'The model server cannot be reached. Check that it runs and that OPENAI_BASE_URL is right.',
    };
  }
  if (statusCode === 401 || statusCode === 403) {
    return {
      code: 'model_unauthorized',
      message: `The model server refused the key (${statusCode}). Check OPENAI_API_KEY.`,
    };
  }
  if (statusCode === 404) {
    return {
      code: 'model_not_found',
      message:
        'The model server does not know this model or address (404). Check VITRINE_MODEL and OPENAI_BASE_URL.',
    };
  }
  if (statusCode === 429) {
    return {
      code: 'model_rate_limited',
      message: `The model server is over its rate limit or quota (429). ${whenToTry(error)}`,
    };
  }
  if (statusCode >= 500) {
    return {
      code: 'model_server_error',
      message: `The model server failed (${statusCode}). ${whenToTry(error)}`,
    };
  }
  return { code: 'model_error', message: `The model server answered ${statusCode}: ${short(error.message)}` };
}

/**
 * The wait that the server asks for, as a duration: the message may be read later, so it names no time of
 * day.
 */
function whenToTry({ statusCode, responseHeaders }: APICallError): string {
  const seconds = retryAfterSeconds(responseHeaders);
  if (seconds !== null) return `It asks to wait ${formatWait(seconds)} before the next try.`;
  return statusCode === 429 ? 'Wait a little and try again.' : 'Try again.';
}

function formatWait(seconds: number): string {
  const [amount, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7_200
        ? [seconds / 60, 'minute']
        : [seconds / 3_600, 'hour'];
  const whole = Math.max(Math.ceil(amount), 1);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

const short = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

const networkCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
];

function isNetworkError(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== undefined && networkCodes.includes(code)) return true;
  }
  return false;
}
