import {
  type Declared,
  type GrammarPosition,
  indexOfMark,
  isMark,
  type Opening,
  type Token,
} from '../grammar.ts';
import { isFunctionValue } from './javascript-assignment.ts';
import { bareOf, isInTypeArguments } from './javascript-header.ts';

export function openMember(header: readonly Token[], location: GrammarPosition): Opening {
  if (isInTypeArguments(header)) return { inside: 'skip', ends: false };
  const declared = classMemberOf(header, location);
  return declared
    ? { declared, inside: 'skip', ends: true }
    : { inside: 'skip', ends: indexOfMark(header, '=') === -1 };
}

/** `name(…)` and `name = (…) =>` are methods; other fields are not reported. */
export function classMemberOf(header: readonly Token[], { owner }: GrammarPosition): Declared | null {
  const { tokens, isPrivate } = bareOf(header);
  const [first, ...rest] = isMark(tokens[0], '*') ? tokens.slice(1) : tokens;
  if (first?.is !== 'word' && first?.is !== '[]') return null;
  const equals = indexOfMark(rest, '=');
  const calls = rest.findIndex(({ is }) => is === '()');
  const colon = indexOfMark(rest, ':');
  const isMethod = calls !== -1 && (equals === -1 || calls < equals) && (colon === -1 || calls < colon);
  const isArrow = equals !== -1 && isFunctionValue(rest.slice(equals + 1));
  if (!isMethod && !isArrow) return null;
  const isHidden = isPrivate || first.text.startsWith('#') || first.text.startsWith('_');
  const result = { kind: 'method', line: first.line, isPublic: !isHidden && owner !== null };
  if (first.is === 'word') return { ...result, name: first.text };
  // `[Symbol.iterator]` is named by its words; no other computed member has a name that could be read.
  const words = first.text.split(' ');
  return { ...result, name: words.length === 2 ? `[${words.join('.')}]` : '[computed]', isMade: true };
}

/** A function property of an exported object: `name() {`, `name: function () {`, `name: () => {`. */
export function openProperty(header: readonly Token[]): Opening {
  const { tokens } = bareOf(header);
  const [first] = tokens;
  const isBody = header.at(-1)?.is === '()' || isMark(header.at(-1), '=>');
  if (first?.is !== 'word' || !isBody) return { inside: 'skip', ends: false };
  return {
    declared: { kind: 'function', name: first.text, line: first.line, isPublic: true },
    inside: 'skip',
    ends: false,
  };
}
