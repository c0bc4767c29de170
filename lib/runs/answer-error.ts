/** Every reason why a model's answer is incomplete. */
export type AnswerErrorCode =
  | 'model_cut'
  | 'model_empty'
  | 'model_not_stream'
  | 'model_malformed'
  | 'model_too_long';

/**
 * A model answered, but the answer is not complete. The message is for people: what happened and what to do.
 */
export class AnswerError extends Error {
  override name = 'AnswerError';
  readonly code: AnswerErrorCode;

  constructor(code: AnswerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const cutAnswer = () =>
  new AnswerError(
    'model_cut',
    'The model’s answer broke off: its server ended the stream before the answer was complete. Try again.',
  );

export const emptyAnswer = () =>
  new AnswerError(
    'model_empty',
    'The model sent an empty answer: no text and no tool call. Try again, or rephrase the message.',
  );

export const malformedAnswer = (cause: unknown) =>
  new AnswerError(
    'model_malformed',
    'The model server sent a chunk that cannot be read, so the answer ends there. Try again. If it happens each time, check VITRINE_OPENAI_API and OPENAI_BASE_URL.',
    { cause },
  );

/** @param mediaType the server's Content-Type; `null`: none */
export const notStream = (mediaType: string | null) =>
  new AnswerError(
    'model_not_stream',
    `The model server sent ${describeMediaType(mediaType)} instead of a streamed answer. Check OPENAI_BASE_URL, and whether a sign-in page or a proxy answers in its place.`,
  );

function describeMediaType(mediaType: string | null): string {
  if (mediaType === null) return 'something else';
  return mediaType.includes('html') ? `a web page (${mediaType})` : mediaType;
}
