import { errorMessage, VitrineError } from '../../core/errors.ts';

/**
 * What Redis or its connection rejects, as the one code that callers know. A full Redis (`noeviction`) refuses writes
 * and goes on answering: people are told which of the two it is.
 */
export const storageError = (cause: unknown): VitrineError =>
  new VitrineError(
    'storage_unavailable',
    /\bOOM\b/.test(errorMessage(cause)) ? 'The storage is full.' : 'The storage does not answer.',
    { cause },
  );
