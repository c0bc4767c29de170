import { errorMessage, isVitrineError, VitrineError } from '#lib/core/errors.ts';
import { storeFaultText } from '#lib/core/vocabulary/store-fault.ts';

/**
 * Maps an error of Redis or of its connection to the one code that callers know. A full Redis (`noeviction`)
 * refuses writes but still answers, so the message says which of the two it is; a wrong or missing password
 * has a message too.
 * @param connectionError the connection's last error, which its commands do not report
 */
export function storageError(cause: unknown, connectionError: unknown = null): VitrineError {
  if (isVitrineError(cause)) return cause;
  const message = storeFaultText[/\bOOM\b/.test(errorMessage(cause)) ? 'full' : 'away'];
  const fault =
    describePasswordFault(cause) ?? describePasswordFault(connectionError) ?? describeRefusal(cause);
  return new VitrineError('storage_unavailable', fault ?? message, { cause });
}

/** `null`: the user is not refused anything. */
function describeRefusal(error: unknown): string | null {
  const message = errorMessage(error);
  if (!message.includes('NOPERM')) return null;
  const refused = /'([^']+)'/.exec(message)?.[1];
  const what = refused === undefined ? 'a key, a channel or a command' : `the command ${refused}`;
  return `Redis forbids ${what} to the user of REDIS_URL: give it the rights in docs/hosting.md.`;
}

/** `null`: the error is not about the password. */
export function describePasswordFault(error: unknown): string | null {
  const message = errorMessage(error);
  if (/sentinel/i.test(message) && /NOAUTH|WRONGPASS|invalid password/i.test(message))
    return 'The Sentinels in REDIS_URL ask for a password, or refuse it: end it with ?sentinelPassword=…, and sentinelUsername=… if they have users.';
  if (/WRONGPASS|invalid password/i.test(message))
    return 'Redis refuses the user or password in REDIS_URL: correct it.';
  if (/NOAUTH/.test(message))
    return 'Redis asks for a password: put it into REDIS_URL (redis://:password@host:port).';
  return null;
}
