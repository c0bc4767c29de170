import type { FoundSecret } from './found-secret.ts';
import { rulesByBegin, rulesByMark } from './token-rules.ts';
import { isTokenStart } from './token-start.ts';

/** A table of the rules' first two characters, which rules out nearly every position. */
const beginCode = (first: number, second: number): number => ((first & 127) << 7) | (second & 127);
const isBegin = new Uint8Array(128 * 128);
for (const begin of rulesByBegin.keys()) isBegin[beginCode(begin.charCodeAt(0), begin.charCodeAt(1))] = 1;

/** The shortest token. */
const minCharacters = 15;

/** Finds tokens that are recognisable by their start, in a range of a text. */
export function findTokens(
  text: string,
  characters: Uint8Array,
  from: number,
  to: number,
  found: FoundSecret[],
): void {
  for (let at = from; at + minCharacters <= to; at += 1) {
    if (!isBegin[beginCode(characters[at] ?? 0, characters[at + 1] ?? 0)]) continue;
    const token = isTokenStart(text, at) ? tokenAt(text, at) : null;
    if (!token) continue;
    found.push(token);
    at = token.end - 1;
  }
}

function tokenAt(text: string, start: number): FoundSecret | null {
  let longest: FoundSecret | null = null;
  for (const { kind, pattern } of rulesByBegin.get(text.slice(start, start + 2)) ?? []) {
    pattern.lastIndex = start;
    if (pattern.test(text) && pattern.lastIndex > (longest?.end ?? start)) {
      longest = { start, end: pattern.lastIndex, kind };
    }
  }
  return longest;
}

/** Finds tokens that are recognisable by a mark inside them. */
export function findMarkedTokens(text: string, found: FoundSecret[]): void {
  for (const { kind, mark, pattern } of rulesByMark) {
    if (!text.includes(mark)) continue;
    for (const match of text.matchAll(pattern)) {
      found.push({ start: match.index, end: match.index + match[0].length, kind });
    }
  }
}
