import { findMaskedMarks } from './masked-mark.ts';
import { createSecretSearch } from './search-secrets.ts';
import type { ConversationSecrets } from './secret-masker.ts';
import type { SecretNames } from './secret-names.ts';

/** The name that replaces a secret in a text, and how often. */
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
 * A text as the model may read it: without hidden characters, and with names instead of secrets. This is the
 * last change made to a text. Idempotent; a text without either is returned unchanged. The number of lines is
 * unchanged.
 */
export async function forModel(text: string, secrets: ConversationSecrets): Promise<ModelText> {
  const searched = await createSecretSearch(secrets)(text);
  return { text: searched.text, masked: countMasked(searched.text, secrets.names) };
}

/** Counts marks whoever made them: the split reads text that was masked earlier. */
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
