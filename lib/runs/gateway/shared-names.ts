import { createSecretNames, type SecretNames } from '#lib/split/secrets/secret-names.ts';

/** Opens the names of the secrets of a conversation; what it returns ends that. */
export type OpenNames = (known: Readonly<Record<string, string>>) => { names: SecretNames; close(): void };

/** Calls at the same time name secrets together: each by itself could give one name to two of them. */
export function createSharedNames(): (conversationId: string) => OpenNames {
  const shared = new Map<string, { names: SecretNames; users: number }>();
  return (conversationId) => (known) => {
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
