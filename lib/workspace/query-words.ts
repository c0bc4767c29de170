/** A word of a query, in the form that lines are searched for. */
export interface QueryWord {
  /** The word as it was entered. */
  asked: string;
  /** In lower case, its ending folded: what a line has to contain. */
  stem: string;
}

const maxWords = 12;

/** Stop words, which say nothing about what is asked for. */
const common = new Set(
  (
    'a an and any are as at be been but by can could did do does for from had has have he her him his how i if in into is it its ' +
    'list many me more most much my no not of on or our show she so some tell than that the their them then there these they this ' +
    'those to us was we were what when where which who whom whose why will with would you your'
  ).split(' '),
);

/**
 * The search words of a query: identifiers are split (`maxRetries`, `max_retries`), endings folded, and stop
 * words omitted, unless there are no others.
 */
export function queryWords(query: string): QueryWord[] {
  const asked = query
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 || /\p{N}/u.test(word));
  const telling = asked.filter((word) => !common.has(word));
  const words = new Map<string, QueryWord>();
  for (const word of telling.length > 0 ? telling : asked) {
    const stem = foldEnding(word);
    if (words.size < maxWords && !words.has(stem)) words.set(stem, { asked: word, stem });
  }
  return [...words.values()];
}

/** Stems a word: `retries` and `retry`, `failed` and `fails` have one stem. */
function foldEnding(word: string): string {
  for (const ending of ['ies', 'ing', 'ied', 'ed', 'es', 'ly', 's', 'e', 'y'])
    if (word.endsWith(ending) && word.length - ending.length >= 3) return word.slice(0, -ending.length);
  return word;
}

/**
 * Whether a stem starts a word of the line, or a part of an identifier: `port` matches in `maxPort`, not in
 * `import`.
 */
export function hasWord(line: string, small: string, stem: string): boolean {
  for (let at = small.indexOf(stem); at !== -1; at = small.indexOf(stem, at + 1)) {
    const before = line[at - 1];
    if (before === undefined || !/\p{L}/u.test(before)) return true;
    if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(line[at] ?? '')) return true;
  }
  return false;
}
