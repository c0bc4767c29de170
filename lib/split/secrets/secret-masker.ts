import type { KnownSecret } from './known-secret.ts';
import { maskFound } from './mask-found.ts';
import { createSecretFinder } from './secret-finder.ts';
import type { SecretNames } from './secret-names.ts';

/** What a conversation's secrets are called, and which are the server's own. */
export interface ConversationSecrets {
  known: readonly KnownSecret[];
  names: SecretNames;
}

export interface SecretMasker {
  /** A piece of the text, made of whole lines, with names in the place of secrets. Its lines stay as many. */
  mask(text: string): string;
}

/** Masks one text that streams by. */
export function createSecretMasker({ known, names }: ConversationSecrets): SecretMasker {
  const find = createSecretFinder(known);
  return {
    mask(text) {
      return maskFound(text, find(text), names.nameOf);
    },
  };
}
