import { createAwsPairs } from './aws-pairs.ts';
import { createEncodedSecrets } from './encoded-secrets.ts';
import { findAssigned } from './find-assigned.ts';
import { createHintedFinder } from './find-hinted.ts';
import { knownFinder } from './find-known-secrets.ts';
import { findMarkedTokens, findTokens } from './find-tokens.ts';
import { findUrlPasswords } from './find-url-passwords.ts';
import { besides, type FoundSecret, secretsInOrder } from './found-secret.ts';
import type { KnownSecret } from './known-secret.ts';
import { quickCharacters, visitLongRuns } from './long-runs.ts';
import { outsideMarks } from './masked-mark.ts';
import { readPlainly } from './plain-reading.ts';
import { createPrivateKeyLines } from './private-key-lines.ts';
import { isOwnId } from './secret-words.ts';

/** The shortest value that counts as a secret by its name alone; shorter than any token. */
const minRunCharacters = 12;

/** Base64 inside Base64 is decoded, but nothing deeper. */
const maxEncodings = 2;

export type FindSecrets = (text: string) => readonly FoundSecret[];

/**
 * Finds secrets by our own rules in a text that streams by, also where colours, invisible characters or line
 * continuations split them. Each piece consists of whole lines; a line that ends with `\` comes in one piece
 * with the next. The matches are in order and do not overlap.
 */
export function createSecretFinder(known: readonly KnownSecret[]): FindSecrets {
  const find = createPlainFinder(known, maxEncodings);
  const findKnown = knownFinder(known);
  return (text) => {
    const reading = readPlainly(text);
    if (reading === null) return outsideMarks(text, find(text));
    const parts = find(reading.text).flatMap(reading.partsOf);
    // A hidden character may also separate what would not be a token when joined.
    const asItIs = [...findKnown(text), ...besides(tokensIn(text), parts)];
    return outsideMarks(text, secretsInOrder([...parts, ...asItIs]));
  };
}

/**
 * Finds secrets in a text without hidden characters: known server secrets, tokens with a recognisable form,
 * and values named as secrets.
 */
function createPlainFinder(known: readonly KnownSecret[], encodings: number): FindSecrets {
  const findKnown = knownFinder(known);
  const findKeyLines = createPrivateKeyLines();
  const findAwsPairs = createAwsPairs();
  const findHinted = createHintedFinder();
  const encoded = createEncodedSecrets((decoded) => createPlainFinder(known, encodings - 1)(decoded));
  return (text) => {
    const characters = quickCharacters(text);
    const tokens: FoundSecret[] = [];
    const assigned: FoundSecret[] = [];
    encoded.start(text, tokens);
    visitLongRuns(characters, minRunCharacters, (start, end) => {
      findTokens(text, characters, start, end, tokens);
      if (encodings > 0) encoded.visit(text, characters, start, end, tokens);
      const secret = findAssigned(text, characters, start, end);
      if (secret && !isOwnId(text.slice(secret.start, secret.end))) assigned.push(secret);
    });
    findMarkedTokens(text, tokens);
    const ids = tokens.filter(({ kind }) => kind === 'aws key id').map(({ end }) => end);
    ids.sort((one, other) => one - other);
    const certain = secretsInOrder([
      ...findKnown(text),
      ...findKeyLines(text),
      ...tokens,
      ...findAwsPairs(text, ids),
      ...findUrlPasswords(text),
    ]);
    // A value's own form is more specific than its name.
    const alike = secretsInOrder([...certain, ...besides(assigned, certain)]);
    return secretsInOrder([...alike, ...besides(findHinted(text), alike)]);
  };
}

function tokensIn(text: string): FoundSecret[] {
  const characters = quickCharacters(text);
  const tokens: FoundSecret[] = [];
  visitLongRuns(characters, minRunCharacters, (start, end) => {
    findTokens(text, characters, start, end, tokens);
  });
  findMarkedTokens(text, tokens);
  return tokens;
}
