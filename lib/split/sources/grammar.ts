import type { Lexis } from './lexis.ts';
import type { Outline } from './outline.ts';

/** A word, a mark, a string, or a whole group of brackets (`()`, `[]`, `{}`). */
export interface Token {
  is: 'word' | 'mark' | 'text' | '()' | '[]' | '{}';
  /** Of a group: the first string in it, or the names in it where they are read. */
  text: string;
  line: number;
}

/**
 * What stands inside braces. `statements`: what the file itself may declare. `members`: what a class may. `object`: properties
 * with commas between. `names`: names alone. `skip`: nothing of interest.
 */
export type Inside = 'statements' | 'members' | 'object' | 'enum' | 'names' | 'skip';

export interface Declared {
  kind: string;
  name: string;
  line: number;
  isPublic: boolean;
  /** Where it is not what encloses it: Go's receiver, `Foo::bar`. */
  owner?: string;
  /** The name is put together: it does not stand so in the text. */
  isMade?: true;
}

/** What a brace opens. */
export interface Opening {
  declared?: Declared;
  inside: Inside;
  /** The statement ends with the closing brace. */
  ends: boolean;
  /** What members belong to; default the name declared, where there is one. */
  owner?: string;
}

/** What encloses a statement. */
export interface GrammarPosition {
  inside: Inside;
  /** The class, the namespace; `null`: the file. */
  owner: string | null;
}

/** How a language of braces declares: from the tokens of a statement's beginning, or of the whole statement. */
export interface Grammar {
  lexis: Lexis;
  /** A statement may end with its line. */
  endsAtLine: boolean;
  /** At `{`: what was read since the last statement ended. */
  opens(header: readonly Token[], location: GrammarPosition, outline: Outline): Opening;
  /** At `;` or what else ends a statement. */
  ends(header: readonly Token[], location: GrammarPosition, outline: Outline): readonly Declared[];
  /** Functions given to this call declare for the file: a wrapper, a group of tests. */
  looksInside?(header: readonly Token[]): boolean;
  /** Statements stand in these brackets, each as if what precedes them preceded it: `import ( … )`. */
  opensBlock?(header: readonly Token[]): boolean;
  /** A group that is looked into is told by its last word, as Go's receiver is; one that begins with brackets by `(`. */
  keepsLastWord?: true;
  /** A line for the preprocessor; `false`: it is none. */
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
