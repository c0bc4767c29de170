import { isMark, type Token } from '../grammar.ts';

const modifiers = new Set(
  'export default declare abstract async public private protected static readonly override accessor get set'.split(
    ' ',
  ),
);
/** A header without decorators and modifiers, and whether those made it public. */
export interface Bare {
  tokens: readonly Token[];
  isExported: boolean;
  isDefault: boolean;
  isPrivate: boolean;
}

export function bareOf(header: readonly Token[]): Bare {
  let offset = 0;
  let isExported = false;
  let isDefault = false;
  let isPrivate = false;
  for (;;) {
    const token = header[offset];
    if (isMark(token, '@')) {
      offset += 2;
      while (isMark(header[offset], '.')) offset += 2;
      if (header[offset]?.is === '()') offset += 1;
      continue;
    }
    if (token?.is !== 'word' || !modifiers.has(token.text)) break;
    const { text } = token;
    if (text !== 'default' && text !== 'export' && isNameBefore(header[offset + 1])) break;
    isExported ||= text === 'export';
    isDefault ||= text === 'default';
    isPrivate ||= text === 'private' || text === 'protected';
    offset += 1;
  }
  return {
    tokens: header.slice(offset),
    isExported,
    isDefault,
    isPrivate,
  };
}

/** Whether the next brace belongs to type arguments: `class Store<T extends { id: string }>`. */
export function isInTypeArguments(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token.is !== 'mark') continue;
    if (token.text.startsWith('<')) depth += token.text.length;
    else if (/^>+$/.test(token.text)) depth -= token.text.length;
  }
  return depth > 0;
}

/** Before one of these tokens, a word that may be a modifier is a name. */
const isNameBefore = (next: Token | undefined): boolean =>
  next === undefined || next.is === '()' || (next.is === 'mark' && /^[=:(,?]/.test(next.text));
