import { errorMessage, isVitrineError, VitrineError } from '../../core/errors.ts';
import { storeFaultText } from '../../core/store-fault.ts';

/**
 * What Redis or its connection rejects, as the one code that callers know. A full Redis (`noeviction`) refuses writes
 * and goes on answering: people are told which of the two it is, and where it lets nobody in, that.
 * @param connectionError what the connection failed with last, which its commands do not say
 */
export function storageError(cause: unknown, connectionError: unknown = null): VitrineError {
  if (isVitrineError(cause)) return cause;
  const message = storeFaultText[/\bOOM\b/.test(errorMessage(cause)) ? 'full' : 'away'];
  const passwordFault = describePasswordFault(cause) ?? describePasswordFault(connectionError);
  return new VitrineError('storage_unavailable', passwordFault ?? message, { cause });
}

/** `null`: it is not the password. */
export function describePasswordFault(error: unknown): string | null {
  const message = errorMessage(error);
  if (/WRONGPASS|invalid password/i.test(message))
    return 'Redis refuses the user or password in REDIS_URL: correct it.';
  if (/NOAUTH/.test(message))
    return 'Redis asks for a password: put it into REDIS_URL (redis://:password@host:port).';
  return null;
}
