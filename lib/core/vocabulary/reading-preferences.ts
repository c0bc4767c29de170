/** How a reader prefers to view artifacts; each preference is off by default. */
export interface ReadingPreferences {
  /** Show the source before a tree, a table or files. */
  isSourceFirst: boolean;
  /** Show code without colours. */
  isPlain: boolean;
  /** Wrap long lines. */
  isWrapped: boolean;
  /** Use less spacing. */
  isCompact: boolean;
  /** Show a diff by files in two columns, if there is room. */
  isSplit: boolean;
  /** Show the source of formulas, diagrams and tables in answers. */
  isRaw: boolean;
  /** Show paths such as `src/cart.mjs:12` as text, not as links. */
  isUnlinked: boolean;
  /** Do without shortcuts of a single letter, which some people trigger by accident (WCAG 2.1.4). */
  isKeyless: boolean;
}

const words: Readonly<Record<keyof ReadingPreferences, string>> = {
  isSourceFirst: 'source',
  isPlain: 'plain',
  isWrapped: 'wrap',
  isCompact: 'compact',
  isSplit: 'split',
  isRaw: 'raw',
  isUnlinked: 'unlinked',
  isKeyless: 'keyless',
};
const entries = Object.entries(words) as [keyof ReadingPreferences, string][];

/** The cookie from which the server renders the next page. */
export const readingCookie = 'vt_reading';

/** Parses words such as `wrap compact`, separated by any punctuation; unknown words are ignored. */
export function parseReading(text: string): ReadingPreferences {
  const match = new Set(text.match(/[a-z]+/g));
  return Object.fromEntries(
    entries.map(([name, word]) => [name, match.has(word)]),
  ) as unknown as ReadingPreferences;
}

/** Formats what `parseReading` parses, for an attribute; a cookie must not contain blanks. */
export const formatReading = (preferences: ReadingPreferences, separator: ' ' | '.' = ' '): string =>
  entries.flatMap(([name, word]) => (preferences[name] ? [word] : [])).join(separator);
