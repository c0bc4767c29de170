import type { Program } from '../command-line.ts';
import type { Evidence } from '../summarizer.ts';

/** What a search was asked for, as far as its arguments show. */
export interface SearchRequest {
  pattern: string | null;
  /**
   * `counts`: a number per file (`-c`); `paths`: file names only (`-l`); `parts`: only the matched text
   * (`-o`). `null`: unknown, as for a search tool that has none of grep's options.
   */
  gives: 'lines' | 'counts' | 'paths' | 'parts' | null;
  /** Whether lines around matches are included. */
  hasContext: boolean;
  hasColumns: boolean;
  /** Whether lines are numbered; `null`: the options do not say. */
  hasNumbers: boolean | null;
}

const searchers = new Set(['rg', 'grep', 'egrep', 'fgrep', 'zgrep', 'ag', 'ack', 'ugrep', 'ripgrep']);
/**
 * Programs that a search may be piped through (`passing`) or preceded by (`silent`) and still be a search.
 */
const passing = new Set(['head', 'tail', 'sort', 'cat', 'less', 'more', ...searchers]);
const silent = new Set(['cd', 'export', 'set', 'pushd', 'true']);

/** @returns `null` if neither the tool nor its command line is a search */
export function searchRequestOf({ type, args, programs }: Evidence): SearchRequest | null {
  if (type === 'matches') {
    return {
      pattern: typeof args.pattern === 'string' ? args.pattern : null,
      gives: null,
      hasContext: false,
      hasColumns: false,
      hasNumbers: null,
    };
  }
  const [first, ...others] = programs.filter(({ name }) => !silent.has(name));
  const words = first && wordsOfSearch(first);
  if (!words || !others.every(({ name }) => passing.has(name))) return null;
  return readWords(words, options[first.name === 'rg' ? 'rg' : 'grep'], greps.test(first.name));
}

function wordsOfSearch({ name, args }: Program): readonly string[] | null {
  if (searchers.has(name)) return args;
  return name === 'git' && args[0] === 'grep' ? args.slice(1) : null;
}

interface Options {
  /** Long and short options that take the next word. */
  takeWord: RegExp;
  /**
   * The letters of a group of short options before one that takes a value, which may follow at once: `-tsql`
   * does not ask for `-l`.
   */
  letters: RegExp;
  /** Options that ask for file names only. */
  paths: RegExp;
}

/** grep's `-E` takes no word, but rg's does; rg's `-L` follows links. */
const options: Record<'grep' | 'rg', Options> = {
  grep: {
    takeWord:
      /^(?:-\w*[ABCmfD]|--(?:after-context|before-context|context|max-count|file|include|exclude|exclude-dir|color))$/,
    letters: /^-([^\W_ABCDdefm]*)/,
    paths: /[lL]/,
  },
  rg: {
    takeWord:
      /^(?:-\w*[ABCmgtTfrEjM]|--(?:after-context|before-context|context|max-count|glob|iglob|type|type-not|file|replace|encoding|color|colors|threads|max-depth|sort|sortr))$/,
    letters: /^-([^\W_ABCEMTdefgjmrt]*)/,
    paths: /l/,
  },
};

/** These number lines only where they are asked to. */
const greps = /^[ef]?grep$|^zgrep$/;

function readWords(
  words: readonly string[],
  { takeWord, letters, paths }: Options,
  isGrep: boolean,
): SearchRequest {
  let pattern: string | null = null;
  let takesNext = false;
  const options = words.filter((word, index) => {
    if (takesNext) {
      takesNext = false;
      return false;
    }
    if (!word.startsWith('-') || word === '-') {
      pattern ??= word;
      return false;
    }
    takesNext = takeWord.test(word);
    const named = /^(?:-\w*e|--regexp)$/.test(word) ? words[index + 1] : /^--regexp=(.*)/.exec(word)?.[1];
    if (named !== undefined) {
      pattern = named;
      takesNext = !word.includes('=');
    }
    return true;
  });
  const has = (pattern: RegExp) => options.some((option) => pattern.test(option));
  const flags = options.map((option) => letters.exec(option)?.[1] ?? '').join('');
  return {
    pattern,
    gives: givenBy(has, flags, paths),
    hasContext: has(/^-\w*[ABC]\d*$|^--(?:after-|before-)?context/),
    hasColumns: has(/^--(?:column|vimgrep)$/),
    hasNumbers: has(/^--line-number$|^--vimgrep$/) || flags.includes('n') ? true : isGrep ? false : null,
  };
}

function givenBy(has: (pattern: RegExp) => boolean, flags: string, paths: RegExp): SearchRequest['gives'] {
  if (has(/^--count/) || flags.includes('c')) return 'counts';
  if (has(/^--files-with/) || paths.test(flags)) return 'paths';
  return has(/^--only-matching$/) || flags.includes('o') ? 'parts' : 'lines';
}
