import { type Declared, indexOfMark, isMark, isWord, type Token } from '../grammar.ts';
import type { Outline } from '../outline.ts';
import type { Bare } from './javascript-header.ts';
import { readRequire } from './javascript-modules.ts';

/** `const a = …`, `exports.a = …`, `A.prototype.b = …`: the kind follows from the tokens after `=`. */
export function assignmentOf({ tokens, isExported }: Bare, outline: Outline): Declared | null {
  const isVariable = isWord(tokens[0], 'const', 'let', 'var');
  const equals = indexOfMark(tokens, '=');
  if (equals === -1) return null;
  const named = tokens[isVariable ? 1 : 0];
  if (named?.is !== 'word') return null;
  const value = valueAfter(tokens, equals);
  const isClass = isWord(value[0], 'class');
  const isCode = isClass || isFunctionValue(value);
  const kind = isClass ? 'class' : isCode ? 'function' : 'constant';
  if (isVariable) {
    if (readRequire(value, outline)) return null;
    return { kind, name: named.text, line: named.line, isPublic: isExported };
  }
  const path = tokens
    .slice(0, equals)
    .filter(({ is }) => is === 'word')
    .map(({ text }) => text);
  const name = path.at(-1) ?? '';
  const isCommon = path[0] === 'exports' || (path[0] === 'module' && path[1] === 'exports');
  const owners = path
    .slice(0, -1)
    .filter((word) => !/^(?:module|exports|prototype|window|globalThis|self|this)$/.test(word));
  if (isCommon && name === 'exports') {
    outline.publish(value.length === 1 && value[0]?.is === 'word' ? [value[0].text] : []);
    const own = value.find(
      ({ is, text }) => is === 'word' && text !== 'function' && text !== 'async' && text !== 'class',
    );
    return isCode ? { kind, name: own?.text ?? 'module.exports', line: named.line, isPublic: true } : null;
  }
  const hasGroup = tokens.slice(0, equals).some(({ is }) => is !== 'word' && is !== 'mark');
  if (path.length < 2 || hasGroup || (!isCode && !isCommon)) return null;
  const declared = { kind, name, line: named.line, isPublic: true };
  return owners.length === 0 ? declared : { ...declared, owner: owners.join('.') };
}

export const isFunctionValue = (value: readonly Token[]): boolean =>
  isWord(value[0], 'function') ||
  (isWord(value[0], 'async') && isWord(value[1], 'function')) ||
  (indexOfMark(value, '=>') !== -1 &&
    (value[0]?.is === '()' || value[0]?.is === 'word' || isMark(value[0], '<')));

export function isClassValue(tokens: readonly Token[]): boolean {
  const equals = indexOfMark(tokens, '=');
  return equals !== -1 && isWord(valueAfter(tokens, equals)[0], 'class');
}

/** The value assigned at the end of a chain: `d` in `a = b.c = d`. */
function valueAfter(tokens: readonly Token[], equals: number): readonly Token[] {
  const value = tokens.slice(equals + 1);
  const next = indexOfMark(value, '=');
  const isChain =
    next !== -1 && value.slice(0, next).every((token) => token.is === 'word' || isMark(token, '.'));
  return isChain ? valueAfter(value, next) : value;
}

/** `= function (a): Promise<b> {` */
export function isTypedBody(tokens: readonly Token[]): boolean {
  const [first, second] = valueAfter(tokens, indexOfMark(tokens, '='));
  return isWord(first, 'function') || (isWord(first, 'async') && isWord(second, 'function'));
}
