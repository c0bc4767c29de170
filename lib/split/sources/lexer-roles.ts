import type { Lexis } from './lexis.ts';

/**
 * The role of a character in code: part of a word, a bracket, a mark, or the start of something that is not
 * code.
 */
export const roleOf = { mark: 0, word: 1, open: 2, close: 3, opaque: 4 } as const;

/** Lookup tables by character code, for codes below 128. */
export interface Roles {
  roles: Uint8Array;
  /** 1: ends every word made of letters; 0: the language's own word pattern decides. */
  wordEnds: Uint8Array;
  /** Matches the characters that matter while only brackets are tracked. */
  stop: RegExp;
}

/** Nearly all of these are constants, so the tables are built once per `Lexis`. */
const known = new WeakMap<Lexis, Roles>();

export function rolesIn(lexis: Lexis): Roles {
  const found = known.get(lexis);
  if (found) return found;
  const roles = roleTable(lexis);
  const created = { roles, wordEnds: wordEndTable(lexis.word), stop: stopAmong(roles) };
  known.set(lexis, created);
  return created;
}

function roleTable(lexis: Lexis): Uint8Array {
  const roles = new Uint8Array(128);
  const give = (characters: string, role: number) => {
    for (const character of characters) roles[character.charCodeAt(0)] = role;
  };
  give('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$', roleOf.word);
  give(lexis.moreWordStarts ?? '', roleOf.word);
  give('([{', roleOf.open);
  give(')]}', roleOf.close);
  const starts = [
    ...lexis.lineComments,
    lexis.blockComment?.open ?? '',
    ...lexis.strings.map(({ open }) => open),
    lexis.hasLifetimes ? "'" : '',
    lexis.hasRegexLiterals ? '/' : '',
    lexis.hasJsx || lexis.heredoc ? '<' : '',
    lexis.hasDollarQuotes ? '$' : '',
    lexis.island?.close ?? '',
  ];
  for (const start of starts) give(start.slice(0, 1), roleOf.opaque);
  return roles;
}

function wordEndTable(word: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => {
    word.lastIndex = 0;
    return word.test(`a${String.fromCharCode(code)}`) && word.lastIndex === 1 ? 1 : 0;
  });
}

function stopAmong(roles: Uint8Array): RegExp {
  const wanted = [...roles].flatMap((role, code) =>
    role >= roleOf.open ? [String.fromCharCode(code).replace(/[\]\\^-]/, '\\$&')] : [],
  );
  return new RegExp(`[${wanted.join('')}]`);
}
