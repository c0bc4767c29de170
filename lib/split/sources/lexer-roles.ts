import type { Lexis } from './lexis.ts';

/** What a character may be in code: of a word, a bracket, a mark, or the beginning of what is no code. */
export const roleOf = { mark: 0, word: 1, open: 2, close: 3, opaque: 4 } as const;

export function rolesIn(lexis: Lexis): Uint8Array {
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

/** What needs no look at all where only brackets are wanted. */
export function hopOver(roles: Uint8Array): RegExp {
  const wanted = [...roles].flatMap((role, code) =>
    role >= roleOf.open ? [String.fromCharCode(code).replace(/[\]\\^-]/, '\\$&')] : [],
  );
  return new RegExp(`[^${wanted.join('')}]+`, 'y');
}
