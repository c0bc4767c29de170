import { stripHidden } from '../strip-hidden.ts';
import { findEncodedKeyLines } from './encoded-key-lines.ts';
import type { FoundSecret } from './found-secret.ts';
import { maskFound } from './mask-found.ts';
import { outsideMarks } from './masked-mark.ts';
import { createSecretFinder } from './secret-finder.ts';
import type { ConversationSecrets } from './secret-masker.ts';
import { findBySecretlint } from './secretlint-finder.ts';

/** What one set of rules found, and the text it looked at: with marks for what was found before, in as many lines. */
export interface SearchStage {
  text: string;
  secrets: readonly FoundSecret[];
}

export interface SearchedText {
  /** Without hidden characters, and with names in the place of secrets. Its lines stay as many. */
  text: string;
  stages: readonly SearchStage[];
}

/**
 * Searches the pieces of one text by every rule there is: what the model reads and what a share shows pass here, so that nobody is
 * warned of less than is masked. Our own rules come first, then secretlint's, then lines that look like a key's.
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
