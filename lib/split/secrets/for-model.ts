import { stripHidden } from '../strip-hidden.ts';
import { findEncodedKeyLines } from './encoded-key-lines.ts';
import { maskFound } from './mask-found.ts';
import { findMaskedMarks, outsideMarks } from './masked-mark.ts';
import { type ConversationSecrets, createSecretMasker } from './secret-masker.ts';
import type { SecretNames } from './secret-names.ts';
import { findBySecretlint } from './secretlint-finder.ts';

/** A name that stands in a text in the place of a secret, and how often. */
export interface MaskedSecret {
  name: string;
  fingerprint: string;
  count: number;
}

export interface ModelText {
  text: string;
  masked: MaskedSecret[];
}

/**
 * A text as the model may read it: without hidden characters, and with names in the place of secrets. The last thing that is done to
 * it; where nothing is to be done it stays the same, as does a text that was here before. Its lines stay as many.
 */
export async function forModel(text: string, secrets: ConversationSecrets): Promise<ModelText> {
  const { nameOf } = secrets.names;
  const masked = createSecretMasker(secrets).mask(stripHidden(text));
  const linted = maskFound(masked, await findBySecretlint(masked), nameOf);
  const told = maskFound(linted, outsideMarks(linted, findEncodedKeyLines(linted)), nameOf);
  return { text: told, masked: countMasked(told, secrets.names) };
}

/** Whatever masked them: the split reads text that was masked before. */
function countMasked(text: string, names: SecretNames): MaskedSecret[] {
  const masked = new Map<string, MaskedSecret>();
  for (const { name } of findMaskedMarks(text)) {
    const fingerprint = names.fingerprintOf(name);
    if (fingerprint === null) continue;
    const before = masked.get(name) ?? { name, fingerprint, count: 0 };
    masked.set(name, { ...before, count: before.count + 1 });
  }
  return [...masked.values()];
}
