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
import { type Lexis, longQuoted, quoted } from '../lexis.ts';
import type { Outline } from '../outline.ts';
import { assignmentOf, isClassValue, isTypedBody } from './javascript-assignment.ts';
import { callOf, groupsOfTests } from './javascript-calls.ts';
import { type Bare, bareOf, isInTypeArguments } from './javascript-header.ts';
import { classMemberOf, openMember, openProperty } from './javascript-members.ts';
import { readExports, readImport } from './javascript-modules.ts';

const typescript: Lexis = {
  lineComments: ['//'],
  blockComment: { open: '/*', close: '*/', nests: false },
  strings: [longQuoted('`', '${'), quoted('"'), quoted("'")],
  hasRegexLiterals: true,
  word: /#?[\p{L}_$][\p{L}\p{N}_$]*/uy,
  moreWordStarts: '#',
};

export const typescriptGrammar: Grammar = {
  lexis: typescript,
  endsAtLine: true,
  opens: openStatement,
  ends: endStatement,
  looksInside,
};

/** JavaScript, and files that may contain JSX elements. */
export const javascriptGrammar: Grammar = {
  ...typescriptGrammar,
  lexis: { ...typescript, hasJsx: true },
};

const wrappers = new Set(['define', 'require', '$', 'jQuery', 'ready', ...groupsOfTests]);
const controls = new Set(['if', 'else', 'try', 'catch', 'finally', 'do']);
function openStatement(header: readonly Token[], location: GrammarPosition, outline: Outline): Opening {
  if (location.inside === 'enum' || location.inside === 'skip') return { inside: 'skip', ends: false };
  if (location.inside === 'members') return openMember(header, location);
  if (location.inside === 'object') return openProperty(header);
  const bare = bareOf(header);
  const { tokens, isExported, isDefault } = bare;
  const [first] = tokens;
  if (!first)
    return { inside: isDefault ? 'object' : isExported ? 'names' : 'statements', ends: !isExported };
  if (first.is === 'word' && controls.has(first.text)) return { inside: 'statements', ends: true };
  if (isWord(first, 'import') || (isWord(first, 'type') && isExported && tokens.length === 1))
    return { inside: 'names', ends: false };
  if (isWord(first, 'global')) return { inside: 'statements', ends: true };
  if (isWord(first, 'class', 'interface', 'function') && isInTypeArguments(tokens))
    return { inside: 'skip', ends: false };
  const declared = declarationOf(bare);
  if (declared) return { declared, inside: insideOf(tokens), ends: true };
  if (isCommonExports(tokens)) return { inside: 'object', ends: false };
  const assigned = assignmentOf(bare, outline);
  if (!assigned) return { inside: 'skip', ends: false };
  if (isClassValue(tokens)) return { declared: assigned, inside: 'members', ends: true };
  const last = header.at(-1);
  const isBody = last?.is === '()' || isMark(last, '=>') || isTypedBody(tokens);
  return isBody ? { declared: assigned, inside: 'skip', ends: true } : { inside: 'skip', ends: false };
}

/**
 * Declarations by a keyword before the name: `class`, `interface`, `enum`, `namespace`, `type`, `function`.
 */
function declarationOf({ tokens, isExported, isDefault }: Bare): Declared | null {
  const [first, second, third] =
    isWord(tokens[0], 'const') && isWord(tokens[1], 'enum') ? tokens.slice(1) : tokens;
  if (first?.is !== 'word') return null;
  const star = isMark(second, '*') ? third : second;
  const declare = (kind: string, name: string): Declared => ({
    kind,
    name,
    line: first.line,
    isPublic: isExported,
  });
  if (first.text === 'function') {
    if (star?.is === 'word') return declare('function', star.text);
    return isDefault ? declare('function', 'default') : null;
  }
  if (first.text === 'class') {
    if (second?.is === 'word' && second.text !== 'extends') return declare('class', second.text);
    return isDefault ? declare('class', 'default') : null;
  }
  const isType = first.text === 'interface' || first.text === 'enum';
  if (isType && second?.is === 'word') return declare(first.text, second.text);
  const isNamed = second?.is === 'word' || second?.is === 'text';
  if ((first.text === 'namespace' || first.text === 'module') && isNamed)
    return declare('namespace', second.text);
  if (first.text === 'type' && second?.is === 'word' && third && (isMark(third, '=') || isMark(third, '<')))
    return declare('type', second.text);
  return null;
}

function insideOf([first, second]: readonly Token[]): Opening['inside'] {
  if (isWord(first, 'class')) return 'members';
  if (isWord(first, 'namespace', 'module')) return 'statements';
  return isWord(first, 'enum') || isWord(second, 'enum') ? 'enum' : 'skip';
}

const isCommonExports = (tokens: readonly Token[]): boolean =>
  isWord(tokens[0], 'module') &&
  isWord(tokens[2], 'exports') &&
  isMark(tokens[3], '=') &&
  tokens.length === 4;

function endStatement(
  header: readonly Token[],
  location: GrammarPosition,
  outline: Outline,
): readonly Declared[] {
  if (location.inside === 'members') {
    const method = classMemberOf(header, location);
    return method ? [method] : [];
  }
  if (location.inside === 'object') {
    const [only, ...others] = header;
    if (only?.is === 'word' && others.length === 0) outline.publish([only.text]);
    return [];
  }
  if (location.inside !== 'statements') return [];
  if (readImport(header, outline)) return [];
  const bare = bareOf(header);
  if (readExports(bare, outline)) return [];
  const declared = declarationOf(bare) ?? assignmentOf(bare, outline) ?? callOf(bare.tokens);
  return declared ? [declared] : [];
}

/**
 * Whether a function argument declares for the file: a function called immediately, a wrapper around a whole
 * file, or a group of tests.
 */
function looksInside(header: readonly Token[]): boolean {
  if (!header.some(({ is }) => is === 'word')) return header.every(({ is }) => is === 'mark');
  const last = header.at(-1);
  const isWrapped =
    isMark(last, '&') ||
    isMark(last, '|') ||
    header.some(({ is, text }) => is === 'word' && wrappers.has(text));
  return isWrapped && indexOfMark(header, '=') === -1;
}
