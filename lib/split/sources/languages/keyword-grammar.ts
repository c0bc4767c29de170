import {
  type Declared,
  type Grammar,
  type GrammarPosition,
  type Inside,
  indexOfMark,
  isMark,
  type Opening,
  type Token,
} from '../grammar.ts';
import type { Lexis } from '../lexis.ts';
import type { Outline } from '../outline.ts';
import { calledIn, withoutAnnotations } from './call-shape.ts';

/** A language that puts a keyword before the name of each declaration. */
export interface KeywordLanguage {
  lexis: Lexis;
  endsAtLine: boolean;
  /** Keywords of types, and what their bodies contain. */
  types: Readonly<Record<string, Inside>>;
  functions: readonly string[];
  values: readonly string[];
  imports: readonly string[];
  /**
   * Which methods are recognised by their shape, `void run(…)`: those of types, or with `all` functions too.
   */
  shaped?: 'members' | 'all';
  isPublic(header: readonly Token[], name: string, location: GrammarPosition): boolean;
  /** Handles syntax particular to the language; `undefined`: nothing particular here. */
  opens?(header: readonly Token[], location: GrammarPosition): Opening | undefined;
  looksInside?: Grammar['looksInside'];
  opensBlock?: Grammar['opensBlock'];
  keepsLastWord?: true;
  preprocess?: Grammar['preprocess'];
}

/** Keywords that a language abbreviates. */
const fullNames: Record<string, string> = { mod: 'module' };
const shortNameOf = (kind: string): string => (kind === 'module' ? 'mod' : kind);

export function createKeywordGrammar(language: KeywordLanguage): Grammar {
  const { types, lexis, endsAtLine, opens: opensSpecially, looksInside, opensBlock, preprocess } = language;
  const functions = new Set(language.functions);
  const values = new Set(language.values);
  const imports = new Set(language.imports);
  const keys = new Set([...Object.keys(types), ...functions, ...values]);
  const isKey = (token: Token | undefined): boolean => token?.is === 'word' && keys.has(token.text);

  const declarationIn = (tokens: readonly Token[], location: GrammarPosition): Declared | null => {
    const equals = indexOfMark(tokens, '=');
    const head = equals === -1 ? tokens : tokens.slice(0, equals);
    const at = head.findIndex(
      (token, index) => isKey(token) && !isKey(tokens[index + 1]) && !isMark(tokens[index - 1], '.'),
    );
    const key = tokens[at];
    if (key) return namedBy(key, tokens, at, location);
    if (!language.shaped || (language.shaped === 'members' && location.inside !== 'members')) return null;
    const name = calledIn(tokens);
    return name
      ? declare(location.inside === 'members' ? 'method' : 'function', name, tokens, location)
      : null;
  };

  const namedBy = (
    key: Token,
    tokens: readonly Token[],
    at: number,
    location: GrammarPosition,
  ): Declared | null => {
    if (functions.has(key.text)) {
      const call = tokens.findIndex(({ is }, index) => is === '()' && index > at);
      const names = tokens.slice(at + 1, call === -1 ? undefined : call);
      const angle = indexOfMark(names, '<');
      const own = names[0]?.is === 'word' && angle > 0 ? names.slice(0, angle) : names;
      const name = own.findLast(({ is }) => is === 'word');
      return name
        ? declare(location.inside === 'members' ? 'method' : 'function', name, tokens, location)
        : null;
    }
    const name = tokens[at + 1];
    if (name?.is !== 'word') return null;
    if (values.has(key.text))
      return location.inside === 'members' ? null : declare('constant', name, tokens, location);
    return declare(fullNames[key.text] ?? key.text, name, tokens, location);
  };

  const declare = (
    kind: string,
    { text, line }: Token,
    tokens: readonly Token[],
    location: GrammarPosition,
  ): Declared => ({
    kind,
    name: text,
    line,
    isPublic: language.isPublic(tokens, text, location),
  });

  return {
    lexis,
    endsAtLine,
    opens(header, location) {
      if (location.inside !== 'statements' && location.inside !== 'members')
        return { inside: 'skip', ends: false };
      const tokens = withoutAnnotations(header);
      const special = opensSpecially?.(tokens, location);
      if (special) return special;
      const declared = declarationIn(tokens, location);
      const equals = indexOfMark(tokens, '=');
      if (!declared) return { inside: 'skip', ends: equals === -1 };
      const inside = types[shortNameOf(declared.kind)] ?? 'skip';
      if (declared.kind === 'namespace') return { inside, ends: true };
      return { declared, inside, ends: declared.kind !== 'constant' };
    },
    ends(header, location, outline) {
      if (location.inside !== 'statements' && location.inside !== 'members') return [];
      const tokens = withoutAnnotations(header);
      if (location.inside === 'statements' && readImport(tokens, outline)) return [];
      const declared = declarationIn(tokens, location);
      return declared && declared.kind !== 'namespace' ? [declared] : [];
    },
    ...(looksInside ? { looksInside } : {}),
    ...(opensBlock ? { opensBlock } : {}),
    ...(language.keepsLastWord ? { keepsLastWord: true as const } : {}),
    ...(preprocess ? { preprocess } : {}),
  };

  function readImport(tokens: readonly Token[], outline: Outline): boolean {
    const at =
      tokens[0]?.text === 'pub' || tokens[0]?.text === 'global'
        ? tokens.findIndex(({ text }) => imports.has(text))
        : 0;
    const key = tokens[at];
    if (key?.is !== 'word' || !imports.has(key.text)) return false;
    const remaining = tokens.slice(at + 1);
    const path = remaining.find(({ is }) => is === 'text')?.text ?? pathIn(remaining);
    if (path !== '') outline.import(path);
    return true;
  }
}

/** `a.b.c`, `a::b`: everything up to a token that cannot be part of a name. */
function pathIn(tokens: readonly Token[]): string {
  const words = tokens.filter(({ is, text }) => is !== 'word' || text !== 'static');
  const end = words.findIndex(
    ({ is, text }) => is !== 'word' && !(is === 'mark' && (text === '.' || text === '::' || text === '\\')),
  );
  return (end === -1 ? words : words.slice(0, end))
    .map(({ text }) => text)
    .join('')
    .replace(/(?:\.|::)$/, '');
}
