import type { StringRule } from './lexis.ts';

/** What the lexer is in, the innermost last: nothing at all is code. */
export type LexerFrame =
  | { in: 'string'; rule: StringRule }
  | { in: 'comment'; depth: number }
  /** Code inside a string or an element. */
  | { in: 'hole'; depth: number }
  | { in: 'tag' | 'children' | 'closing' | 'page' }
  | { in: 'heredoc'; end: string };
