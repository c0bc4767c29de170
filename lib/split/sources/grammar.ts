import type { Lexis } from './lexis.ts';
import type { Outline } from './outline.ts';

/** A word, a mark, a string, or a whole bracket group (`()`, `[]`, `{}`). */
export interface Token {
  is: 'word' | 'mark' | 'text' | '()' | '[]' | '{}';
  /** For a group: its first string, or the names in it where those are read. */
  text: string;
  line: number;
}

/**
 * What braces contain. `statements`: declarations of the file. `members`: members of a class. `object`:
 * properties separated by commas. `names`: only names. `skip`: nothing of interest.
 */
export type Inside = 'statements' | 'members' | 'object' | 'enum' | 'names' | 'skip';

export interface Declared {
  kind: string;
  name: string;
  line: number;
  isPublic: boolean;
  /** Set when the owner is not the enclosing type: Go's receiver, `Foo::bar`. */
  owner?: string;
  /** The name was composed, so it does not occur in the text. */
  isMade?: true;
}

/** What an opening brace starts. */
export interface Opening {
  declared?: Declared;
  inside: Inside;
  /** The statement ends with the closing brace. */
  ends: boolean;
  /** What the members belong to. Default: the declared name, if there is one. */
  owner?: string;
}

/** The surroundings of a statement. */
export interface GrammarPosition {
  inside: Inside;
  /** The enclosing class or namespace; `null`: the file. */
  owner: string | null;
}

/**
 * How a language with braces declares symbols, judged by the first tokens of a statement or by all of them.
 */
export interface Grammar {
  lexis: Lexis;
  /** Whether a statement may end at a line end. */
  endsAtLine: boolean;
  /** Called at `{` with the tokens since the last statement ended. */
  opens(header: readonly Token[], location: GrammarPosition, outline: Outline): Opening;
  /** Called at `;` or whatever else ends a statement. */
  ends(header: readonly Token[], location: GrammarPosition, outline: Outline): readonly Declared[];
  /** Whether functions passed to this call declare for the file: a wrapper, a group of tests. */
  looksInside?(header: readonly Token[]): boolean;
  /**
   * Whether these brackets contain statements, each with the preceding tokens as its prefix: `import ( … )`.
   */
  opensBlock?(header: readonly Token[]): boolean;
  /**
   * A parsed group's text is its last word, as for Go's receiver; a group that starts with a bracket has `(`.
   */
  keepsLastWord?: true;
  /** Handles a preprocessor line; `false`: it is not one. */
  preprocess?(line: string, number: number, outline: Outline): 'if' | 'else' | 'end' | boolean;
}

export const isWord = (token: Token | undefined, ...texts: string[]): boolean =>
  token?.is === 'word' && (texts.length === 0 || texts.includes(token.text));

export const isMark = (token: Token | undefined, text: string): boolean =>
  token?.is === 'mark' && token.text === text;

export function indexOfMark(tokens: readonly Token[], text: string): number {
  for (let index = 0; index < tokens.length; index += 1) if (isMark(tokens[index], text)) return index;
  return -1;
}
