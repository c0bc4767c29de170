import type { Lexis } from './lexis.ts';

/** What a character may be in code: of a word, a bracket, a mark, or the beginning of what is no code. */
export const roleOf = { mark: 0, word: 1, open: 2, close: 3, opaque: 4 } as const;

/** What a lexer looks up by the code of a character below 128. */
export interface Roles {
  roles: Uint8Array;
  /** 1: it ends any word of letters; 0: the language's own rule for words tells. */
  wordEnds: Uint8Array;
  /** What needs a look where only brackets are wanted. */
  stop: RegExp;
}

/** Nearly all are constants, and what follows from them is worked out once. */
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
