import type { KnownSecret } from './known-secret.ts';
import { maskFound } from './mask-found.ts';
import { createSecretFinder } from './secret-finder.ts';
import type { SecretNames } from './secret-names.ts';

/** The names of a conversation's secrets, and the server's own secrets. */
export interface ConversationSecrets {
  known: readonly KnownSecret[];
  names: SecretNames;
}

export interface SecretMasker {
  /**
   * Replaces the secrets in a piece of the text, made of whole lines, with their names. The number of lines
   * is unchanged.
   */
  mask(text: string): string;
}

/** Masks one text as it streams by. */
export function createSecretMasker({ known, names }: ConversationSecrets): SecretMasker {
  const find = createSecretFinder(known);
  return {
    mask(text) {
      return maskFound(text, find(text), names.nameOf);
    },
  };
}
