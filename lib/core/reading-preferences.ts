/** How a reader likes to look at artifacts; each is off unless they say so. */
export interface ReadingPreferences {
  /** The source stands before a tree, a table or files. */
  isSourceFirst: boolean;
  /** Code without colours. */
  isPlain: boolean;
  /** Long lines wrap. */
  isWrapped: boolean;
  /** Less room around things. */
  isCompact: boolean;
  /** A diff by its files stands in two columns, where there is room for them. */
  isSplit: boolean;
}

const words: Readonly<Record<keyof ReadingPreferences, string>> = {
  isSourceFirst: 'source',
  isPlain: 'plain',
  isWrapped: 'wrap',
  isCompact: 'compact',
  isSplit: 'split',
};
const entries = Object.entries(words) as [keyof ReadingPreferences, string][];

/** The cookie that the server renders the next page by. */
export const readingCookie = 'vt_reading';

/** Reads words such as `wrap compact`, between any marks; those that are unknown say nothing. */
export function parseReading(text: string): ReadingPreferences {
  const match = new Set(text.match(/[a-z]+/g));
  return Object.fromEntries(
    entries.map(([name, word]) => [name, match.has(word)]),
  ) as unknown as ReadingPreferences;
}

/** What `parseReading` reads, for an attribute; in a cookie no blank may stand. */
export const formatReading = (preferences: ReadingPreferences, separator: ' ' | '.' = ' '): string =>
  entries.flatMap(([name, word]) => (preferences[name] ? [word] : [])).join(separator);
