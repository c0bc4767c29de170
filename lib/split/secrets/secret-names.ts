import { hash } from 'node:crypto';
import type { SecretKind } from './secret-kind.ts';

const fingerprintCharacters = 12;
const namesPerConversation = 1_000;

/** Distinguishes secrets without revealing them; a long secret cannot be recovered from its fingerprint. */
export const fingerprintOf = (secret: string): string =>
  hash('sha256', secret.toWellFormed(), 'hex').slice(0, fingerprintCharacters);

/** Names the secrets of one conversation: equal secrets share a name, different secrets never do. */
export interface SecretNames {
  /**
   * `github token #1`; without a number once the conversation has had a thousand, or when `identity` is
   * `null`.
   */
  nameOf(kind: SecretKind, identity: string | null): string;
  /** `null`: no secret of this conversation has this name. */
  fingerprintOf(name: string): string | null;
  /** All names assigned here by fingerprint, which may include secrets that nobody has read. */
  assigned(): Record<string, string>;
}

/** @param known names by fingerprint, from the conversation's log */
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
