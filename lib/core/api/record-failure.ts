import type { ErrorCode } from '../errors.ts';

/** The last record of a streamed answer that did not finish. */
export interface RecordFailure {
  error: string;
  /** `network`: not sent by the server, because it did not respond. */
  code: ErrorCode | 'network';
}
