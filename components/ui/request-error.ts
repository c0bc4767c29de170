import type { RequestFailure } from './request-json.ts';

/** A failed request, as an exception for code that expects one. */
export class RequestError extends Error {
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure) {
    super(failure.error);
    this.failure = failure;
  }
}
