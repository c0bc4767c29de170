import {
  type Declared,
  type Grammar,
  type GrammarPosition,
  indexOfMark,
  isMark,
  isWord,
  type Opening,
  type Token,
} from '../grammar.ts';
import { type Lexis, quoted, type StringRule } from '../lexis.ts';
import type { Outline } from '../outline.ts';

const lexis: Lexis = {
  lineComments: ['//'],
  blockComment: { open: '/*', close: '*/', nests: false },
  strings: [quoted('"'), quoted("'")],
  prefixed: rawString,
  word: /[\p{L}_$~][\p{L}\p{N}_$]*/uy,
  moreWordStarts: '~',
};

/** C and C++, read as written: macros are not expanded. */
export const cGrammar: Grammar = {
  lexis,
  endsAtLine: false,
  opens: openStatement,
  ends: endStatement,
  preprocess,
  // A test is named by its last argument, a function type by the word in its first parentheses.
  looksInside: (header) =>
    (header.length === 1 && testMacro.test(header[0]?.text ?? '')) ||
    (isWord(header[0], 'typedef') && header.every(({ is }) => is !== '()')),
  keepsLastWord: true,
};

/** `R"x(…)x"` */
function rawString(line: string, quote: number): StringRule | null {
  if (line[quote] !== '"' || line[quote - 1] !== 'R') return null;
  const mark = line.slice(quote + 1, quote + 18);
  const bracket = mark.indexOf('(');
  if (bracket === -1) return null;
  return { open: '"', close: `)${mark.slice(0, bracket)}"`, escape: null, spansLines: true };
}

const directive = /^\s*#\s*([a-z]+)\s*(?:(?:<([^>]+)>|"([^"]+)"|([A-Za-z_]\w*))(.?)(.*))?/;

function preprocess(line: string, number: number, outline: Outline): 'if' | 'else' | 'end' | boolean {
  if (!line.includes('#')) return false;
  const [, name, angled, own, word, after, remaining] = directive.exec(line) ?? [];
  if (name === undefined) return false;
  if (name.startsWith('if')) return 'if';
  if (name === 'else' || name.startsWith('elif')) return 'else';
  if (name === 'endif') return 'end';
  const included = angled ?? own;
  if (name === 'include' && included !== undefined) outline.import(included);
  const hasValue = after === '(' || (remaining ?? '').trim() !== '';
  if (name === 'define' && word !== undefined && hasValue)
    outline.add({
      kind: 'macro',
      name: word,
      owner: null,
      line: number,
      endLine: number,
      isPublic: after === '(',
    });
  return true;
}

const notNames = new Set(
  '__attribute__ __declspec noexcept throw alignas decltype requires asm __asm__ if for while switch catch return sizeof defined typeof __typeof__ _Static_assert static_assert'.split(
    ' ',
  ),
);
const testMacro = /^(?:TYPED_)?TEST(?:_[FP]|_CASE|_METHOD)?$/;
const typeWords = new Set(['struct', 'class', 'union', 'enum']);
const isTypeWord = ({ is, text }: Token): boolean => is === 'word' && typeWords.has(text);

/** Removes `template <…>`, attributes and access labels. */
function bareOf(header: readonly Token[]): readonly Token[] {
  let offset = 0;
  for (;;) {
    if (
      isWord(header[offset], 'public', 'private', 'protected', 'signals', 'slots') &&
      isMark(header[offset + 1], ':')
    )
      offset += 2;
    else if (header[offset]?.is === '[]') offset += 1;
    else if (isWord(header[offset], 'template') && isMark(header[offset + 1], '<'))
      offset = afterAngles(header, offset + 1);
    else break;
  }
  return header.slice(offset);
}

function afterAngles(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index += 1) {
    if (isMark(tokens[index], '<')) depth += 1;
    else if (isMark(tokens[index], '>')) {
      depth -= 1;
      if (depth <= 0) return index + 1;
    }
  }
  return tokens.length;
}

function openStatement(header: readonly Token[], location: GrammarPosition): Opening {
  if (location.inside === 'skip' || location.inside === 'enum') return { inside: 'skip', ends: false };
  const tokens = bareOf(header);
  if (tokens.length === 0) return { inside: 'skip', ends: true };
  if (isWord(tokens[0], 'extern') && tokens[1]?.is === 'text' && tokens.length === 2)
    return { inside: 'statements', ends: true };
  const space = tokens.find((token) => isWord(token, 'namespace'));
  if (space) return { inside: 'statements', ends: true, ...ownerOf(tokens, location) };
  const type = typeOf(tokens);
  if (type) return { declared: type, inside: type.kind === 'enum' ? 'enum' : 'members', ends: false };
  const called = callOf(tokens);
  if (called === null && tokens.some(isTypeWord)) return { inside: 'skip', ends: false };
  const [first, group] = tokens;
  if (first && group?.is === '()' && testMacro.test(first.text))
    return {
      declared: { kind: 'test', name: group.text, line: first.line, isPublic: true },
      inside: 'skip',
      ends: true,
    };
  // `Foo() : x{1} {`: the brace belongs to a member of the initializer list before the body.
  if (called && isWord(tokens.at(-1)) && tokens.slice(called.index).some((token) => isMark(token, ':')))
    return { inside: 'skip', ends: false };
  if (!called || indexOfMark(tokens.slice(0, called.index), '=') !== -1)
    return { inside: 'skip', ends: called !== null };
  return { declared: functionOf(tokens, called, location), inside: 'skip', ends: true };
}

const ownerOf = (tokens: readonly Token[], { owner }: GrammarPosition): { owner?: string } => {
  const name = tokens.findLast(({ is, text }) => is === 'word' && text !== 'namespace' && text !== 'inline');
  return owner === null && name ? {} : owner === null ? {} : { owner };
};

/**
 * `struct A`, `class A : public B`, `enum class A : int`: a named type, and not a function that returns it.
 */
function typeOf(tokens: readonly Token[]): Declared | null {
  const position = tokens.findIndex(isTypeWord);
  const key = tokens[position];
  if (!key) return null;
  const isScoped = key.text === 'enum' && isWord(tokens[position + 1], 'class', 'struct');
  const remaining = tokens.slice(position + (isScoped ? 2 : 1));
  const end = remaining.findIndex((token) => isMark(token, ':') || isMark(token, '<'));
  const names = (end === -1 ? remaining : remaining.slice(0, end)).filter((token) => token.text !== 'final');
  const name = names.findLast(({ is }) => is === 'word');
  const isFunction = names.some(
    ({ is }, index) => is === '()' && names[index - 1]?.is === 'word' && index === names.length - 1,
  );
  if (!name || isFunction || names.some((token) => isMark(token, '*') || isMark(token, '='))) return null;
  return { kind: key.text, name: name.text, line: name.line, isPublic: true };
}

interface Call {
  name: string;
  index: number;
}

/**
 * The name before the arguments. If macros produce several such names, the one that is not all capitals, or
 * else the last.
 */
function callOf(tokens: readonly Token[]): Call | null {
  const colon = tokens.findIndex((token, index) => isMark(token, ':') && tokens[index - 1]?.is === '()');
  const end = colon === -1 ? tokens.length : colon;
  const calls: Call[] = [];
  for (let index = 0; index < end; index += 1) {
    const token = tokens[index];
    if (token?.is !== '()') continue;
    const before = tokens[index - 1];
    const operator = tokens.slice(Math.max(0, index - 3), index).find((word) => isWord(word, 'operator'));
    // `name MACRO((…))`, for compilers without prototypes.
    const named = tokens[index - 2];
    if (token.text === '(' && named?.is === 'word') calls.push({ name: named.text, index: index - 1 });
    else if (operator) {
      const symbols = tokens
        .slice(tokens.indexOf(operator) + 1, index)
        .map(({ is, text }) => (is === 'word' ? ` ${text}` : is === 'mark' ? text : is));
      calls.push({ name: `operator${symbols.join('')}`, index: index });
    } else if (before?.is === 'word' && !notNames.has(before.text))
      calls.push({ name: before.text, index: index });
  }
  const [first] = calls;
  if (!first || calls.length === 1) return first ?? null;
  const named = calls.filter(({ name }) => /[a-z]/.test(name));
  if (named.length === 1) return named[0] ?? null;
  return first.index === 1 ? (calls[1] ?? first) : first;
}

function functionOf(
  tokens: readonly Token[],
  { name, index }: Call,
  { inside, owner }: GrammarPosition,
): Declared {
  const line = tokens[index - 1]?.line ?? tokens[0]?.line ?? 0;
  const scope = isMark(tokens[index - 2], '::') && tokens[index - 3];
  const isStatic = tokens.some((token) => isWord(token, 'static'));
  const isMember = inside === 'members' || (scope && scope.is === 'word');
  return {
    kind: isMember ? 'method' : 'function',
    name,
    line,
    isPublic: (inside === 'members' || !isStatic) && !name.startsWith('_'),
    ...(name.startsWith('operator') ? { isMade: true as const } : {}),
    ...(scope && scope.is === 'word' ? { owner: scope.text } : owner === null ? {} : { owner }),
  };
}

function endStatement(header: readonly Token[], location: GrammarPosition): readonly Declared[] {
  if (location.inside !== 'statements' && location.inside !== 'members') return [];
  const tokens = bareOf(header);
  const [first] = tokens;
  const last = tokens.at(-1);
  if (!first || !last) return [];
  const declare = (kind: string, token: Token, isPublic = true): Declared[] => [
    { kind, name: token.text, line: token.line, isPublic },
  ];
  if (isWord(first, 'typedef')) {
    const [called, ...others] = tokens.filter(({ is }) => is === '()');
    if (called && others.length > 0) return declare('type', called);
    const name = tokens.findLast(({ is }) => is === 'word');
    return name && name !== first ? declare('type', name) : [];
  }
  if (isWord(first, 'using')) {
    const equals = indexOfMark(tokens, '=');
    const name = tokens[equals - 1];
    return name?.is === 'word' ? declare('type', name) : [];
  }
  const equals = indexOfMark(tokens, '=');
  const body = tokens.findLastIndex(({ is }) => is === '{}');
  // Names after the body of a type are variables of that type.
  if (body !== -1 && equals === -1) {
    const variable = tokens.slice(body + 1).find(({ is }) => is === 'word');
    return variable && location.inside === 'statements' ? declare('variable', variable) : [];
  }
  const called = callOf(equals === -1 ? tokens : tokens.slice(0, equals));
  const isConstructor = location.inside === 'members' && called?.name === location.owner;
  if (called && (tokens[called.index - 1] !== first || isConstructor)) {
    const declared = functionOf(tokens, called, location);
    return [{ ...declared, kind: location.inside === 'members' ? 'method' : 'prototype' }];
  }
  if (location.inside === 'members' || called || isWord(first, 'return', 'friend', 'goto')) return [];
  const named = tokens.slice(0, equals === -1 ? undefined : equals).findLast(({ is }) => is === 'word');
  const isTypeAlone = typeWords.has(first.text) && tokens.length === 2;
  if (!named || named === first || isTypeAlone || isWord(first, 'extern')) return [];
  return declare('variable', named, !tokens.some((token) => isWord(token, 'static')));
}
