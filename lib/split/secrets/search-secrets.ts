import { stripHidden } from '../strip-hidden.ts';
import { findEncodedKeyLines } from './encoded-key-lines.ts';
import type { FoundSecret } from './found-secret.ts';
import { maskFound } from './mask-found.ts';
import { outsideMarks } from './masked-mark.ts';
import { createSecretFinder } from './secret-finder.ts';
import type { ConversationSecrets } from './secret-masker.ts';
import { findBySecretlint } from './secretlint-finder.ts';

/**
 * The matches of one set of rules, and the text it searched: earlier matches are replaced with marks, and the
 * line count is unchanged.
 */
export interface SearchStage {
  text: string;
  secrets: readonly FoundSecret[];
}

export interface SearchedText {
  /**
   * The text without hidden characters and with names instead of secrets. The number of lines is unchanged.
   */
  text: string;
  stages: readonly SearchStage[];
}

/**
 * Searches the pieces of one text with every rule. What the model reads and what a share shows both pass
 * here, so nobody is warned of less than is masked. Our own rules run first, then secretlint's, then the
 * search for lines that look like a key's.
 */
export function createSecretSearch({
  known,
  names,
}: ConversationSecrets): (text: string) => Promise<SearchedText> {
  const find = createSecretFinder(known);
  return async (text) => {
    const own = { text, secrets: find(text) };
    const masked = stripHidden(maskFound(text, own.secrets, names.nameOf));
    const linted = { text: masked, secrets: await findBySecretlint(masked) };
    const shown = maskFound(masked, linted.secrets, names.nameOf);
    const keys = { text: shown, secrets: outsideMarks(shown, findEncodedKeyLines(shown)) };
    return { text: maskFound(shown, keys.secrets, names.nameOf), stages: [own, linted, keys] };
  };
}
