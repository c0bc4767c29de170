/** What a language's text is made of, as far as one must know it to tell code from strings and comments. */
export interface Lexis {
  lineComments: readonly string[];
  /** A `#` begins a comment only where a word could: in shells `$#` and `a#b` are none. */
  commentsStandAlone?: true;
  blockComment: { open: string; close: string; nests: boolean } | null;
  /** The longer opening first. */
  strings: readonly StringRule[];
  /** How the characters before a quote change the string it opens: Rust's `r#"`, C++'s `R"x(`, C#'s `@"`. */
  prefixed?: (line: string, quote: number) => StringRule | null;
  /** `'` begins a character or a lifetime. */
  hasLifetimes?: true;
  /** `/` may begin a regular expression. */
  hasRegexLiterals?: true;
  /** `<` may begin an element. */
  hasJsx?: true;
  /** Code begins and ends with these: what stands outside is a page. */
  island?: { open: string; close: string };
  /** `$tag$` quotes up to the next one. */
  hasDollarQuotes?: true;
  /** Finds at `<<` what ends the text on the following lines: the groups `word`. */
  heredoc?: RegExp;
  /** Sticky. One word. */
  word: RegExp;
  /** What a word may begin with besides letters, `_` and `$`: `#` of private members, `~` of destructors. */
  moreWordStarts?: string;
}

export interface StringRule {
  open: string;
  close: string;
  /** `backslash`: it hides the next character. `doubled`: the closing quote twice is the quote. */
  escape: 'backslash' | 'doubled' | null;
  spansLines: boolean;
  /** Opens code inside: `${`. */
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
