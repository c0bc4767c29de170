import { createSecretNames, type SecretNames } from '../split/secrets/secret-names.ts';

/** The names of the secrets of a conversation while something works on it. */
export interface OpenSecretNames {
  names: SecretNames;
  close(): void;
}

/** @param known names by fingerprint, from the log */
export type OpenNames = (conversationId: string, known: Readonly<Record<string, string>>) => OpenSecretNames;

/**
 * A run and the calls of clients at the same time name secrets together: each by itself could give one name to two of
 * them.
 */
export function createSharedNames(): OpenNames {
  const shared = new Map<string, { names: SecretNames; users: number }>();
  return (conversationId, known) => {
    const one = shared.get(conversationId) ?? { names: createSecretNames(known), users: 0 };
    shared.set(conversationId, one);
    one.users += 1;
    return {
      names: one.names,
      close() {
        one.users -= 1;
        if (one.users === 0) shared.delete(conversationId);
      },
    };
  };
}
