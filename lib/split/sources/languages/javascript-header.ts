import { isMark, isWord, type Token } from '../grammar.ts';

const modifiers = new Set(
  'export default declare abstract async public private protected static readonly override accessor get set'.split(
    ' ',
  ),
);
/** What is left of a header without decorators and modifiers, and whether they made it public. */
export interface Bare {
  tokens: readonly Token[];
  isExported: boolean;
  isDefault: boolean;
  isPrivate: boolean;
}

export function bareOf(header: readonly Token[]): Bare {
  let place = 0;
  const seen = new Set<string>();
  for (;;) {
    const token = header[place];
    if (isMark(token, '@')) {
      place += 2;
      while (isMark(header[place], '.')) place += 2;
      if (header[place]?.is === '()') place += 1;
      continue;
    }
    const next = header[place + 1];
    const isNamed =
      next === undefined || next.is === '()' || (next.is === 'mark' && /^[=:(,?]/.test(next.text));
    const isModifier = token?.is === 'word' && modifiers.has(token.text) && !isNamed;
    if (!isModifier && !isWord(token, 'default', 'export')) break;
    seen.add(token?.text ?? '');
    place += 1;
  }
  return {
    tokens: header.slice(place),
    isExported: seen.has('export'),
    isDefault: seen.has('default'),
    isPrivate: seen.has('private') || seen.has('protected'),
  };
}
