import { createAwsPairs } from './aws-pairs.ts';
import { findAssigned } from './find-assigned.ts';
import { knownFinder } from './find-known-secrets.ts';
import { findMarkedTokens, findTokens } from './find-tokens.ts';
import { findUrlPasswords } from './find-url-passwords.ts';
import { besides, type FoundSecret, inOrder } from './found-secret.ts';
import type { KnownSecret } from './known-secret.ts';
import { quickCharacters, visitLongRuns } from './long-runs.ts';
import { outsideMarks } from './masked-mark.ts';
import { createPrivateKeyLines } from './private-key-lines.ts';

/** The shortest value that is taken for a secret by its name alone, and shorter than any token. */
const minRunCharacters = 12;

/** An ID of ours is no secret by its name; whoever knows it has still to be let in. */
const ownId = /^[a-z]{3,4}_[a-z2-7]{26}$/;

/**
 * Finds secrets by our own rules in a text that streams by: what the server knows, private keys, tokens, passwords in URLs, AWS
 * secrets beside their ID, and what is called a secret and looks like one. Each piece is made of whole lines. In order, and apart.
 */
export function createSecretFinder(known: readonly KnownSecret[]): (text: string) => FoundSecret[] {
  const findKnown = knownFinder(known);
  const findKeyLines = createPrivateKeyLines();
  const findAwsPairs = createAwsPairs();
  return (text) => {
    const characters = quickCharacters(text);
    const tokens: FoundSecret[] = [];
    const assigned: FoundSecret[] = [];
    visitLongRuns(characters, minRunCharacters, (start, end) => {
      findTokens(text, characters, start, end, tokens);
      const secret = findAssigned(text, characters, start, end);
      if (secret && !ownId.test(text.slice(secret.start, secret.end))) assigned.push(secret);
    });
    findMarkedTokens(text, tokens);
    const ids = tokens.filter(({ kind }) => kind === 'aws key id').map(({ end }) => end);
    ids.sort((one, other) => one - other);
    const certain = inOrder([
      ...findKnown(text),
      ...findKeyLines(text),
      ...tokens,
      ...findAwsPairs(text, ids),
      ...findUrlPasswords(text),
    ]);
    // What a value is called tells less than what it is.
    const found = [...certain, ...besides(assigned, certain)];
    return found.length === 0 ? found : inOrder(outsideMarks(text, found));
  };
}
