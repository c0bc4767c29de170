import { hash } from 'node:crypto';
import type { SecretKind } from './secret-kind.ts';

const fingerprintCharacters = 12;
const namesPerConversation = 1_000;

/** Tells one secret from another and says nothing of it; nobody could find a long one by it. */
export const fingerprintOf = (secret: string): string =>
  hash('sha256', secret.toWellFormed(), 'hex').slice(0, fingerprintCharacters);

/** The names of a conversation's secrets: the same secret has the same one, and no two have one name. */
export interface SecretNames {
  /** `github token #1`; without a number where a conversation has had a thousand, or there is nothing to tell it by. */
  nameOf(kind: SecretKind, identity: string | null): string;
  /** `null`: no secret of this conversation is called so. */
  fingerprintOf(name: string): string | null;
  /** What was named here, by fingerprint: more than anybody may have read. */
  assigned(): Record<string, string>;
}

/** @param known names by fingerprint, as the conversation's log has them */
export function createSecretNames(known: Readonly<Record<string, string>> = {}): SecretNames {
  const names = new Map(Object.entries(known));
  const fingerprints = new Map(Object.entries(known).map(([fingerprint, name]) => [name, fingerprint]));
  const lastNumbers = new Map<string, number>();
  for (const name of fingerprints.keys()) {
    const index = name.lastIndexOf(' #');
    const kind = name.slice(0, index);
    lastNumbers.set(kind, Math.max(lastNumbers.get(kind) ?? 0, Number(name.slice(index + 2))));
  }
  const accepted = new Map<string, string>();

  return {
    nameOf(kind, identity) {
      if (identity === null) return kind;
      const fingerprint = fingerprintOf(identity);
      const named = names.get(fingerprint);
      if (named !== undefined) return named;
      if (names.size >= namesPerConversation) return kind;
      const number = (lastNumbers.get(kind) ?? 0) + 1;
      const name = `${kind} #${number}`;
      lastNumbers.set(kind, number);
      names.set(fingerprint, name);
      fingerprints.set(name, fingerprint);
      accepted.set(fingerprint, name);
      return name;
    },
    fingerprintOf: (name) => fingerprints.get(name) ?? null,
    assigned: () => Object.fromEntries(accepted),
  };
}
