import type { StringRule } from './lexis.ts';

/** What encloses the lexer's position, innermost last; an empty stack means code. */
export type LexerFrame =
  | { in: 'string'; rule: StringRule }
  | { in: 'comment'; depth: number }
  /** Code inside a string or an element. */
  | { in: 'hole'; depth: number }
  | { in: 'tag' | 'children' | 'closing' | 'page' }
  | { in: 'heredoc'; end: string };
