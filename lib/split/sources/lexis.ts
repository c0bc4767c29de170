/** The lexical rules of a language, as far as needed to separate code from strings and comments. */
export interface Lexis {
  lineComments: readonly string[];
  /** A `#` starts a comment only where a word could start: `$#` and `a#b` in shells are not comments. */
  commentsStandAlone?: true;
  blockComment: { open: string; close: string; nests: boolean } | null;
  /** Longer opening quotes come before shorter ones. */
  strings: readonly StringRule[];
  /** How the characters before a quote change the string it opens: Rust's `r#"`, C++'s `R"x(`, C#'s `@"`. */
  prefixed?: (line: string, quote: number) => StringRule | null;
  /** `'` starts a character literal or a lifetime. */
  hasLifetimes?: true;
  /** `/` may start a regular expression. */
  hasRegexLiterals?: true;
  /** `<` may start a JSX element. */
  hasJsx?: true;
  /** Delimiters of code inside a page; the text outside of them is not code. */
  island?: { open: string; close: string };
  /** `$tag$` quotes everything up to the next `$tag$`. */
  hasDollarQuotes?: true;
  /** Matches at `<<`; the group `word` is the line that ends the here-document. */
  heredoc?: RegExp;
  /** Sticky pattern for one word. */
  word: RegExp;
  /**
   * Characters a word may start with besides letters, `_` and `$`: `#` of private members, `~` of
   * destructors.
   */
  moreWordStarts?: string;
}

export interface StringRule {
  open: string;
  close: string;
  /** `backslash` escapes the next character; `doubled`: a doubled closing quote is a literal quote. */
  escape: 'backslash' | 'doubled' | null;
  spansLines: boolean;
  /** Opens code inside the string: `${`. */
  hole?: string;
}

export const quoted = (quote: string): StringRule => ({
  open: quote,
  close: quote,
  escape: 'backslash',
  spansLines: false,
});

export const longQuoted = (quote: string, hole?: string): StringRule => ({
  open: quote,
  close: quote,
  escape: 'backslash',
  spansLines: true,
  ...(hole === undefined ? {} : { hole }),
});
