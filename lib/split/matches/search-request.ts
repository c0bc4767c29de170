import type { Program } from '../command-line.ts';
import type { Evidence } from '../summarizer.ts';

/** What a search was asked for, as far as its arguments tell. */
export interface SearchRequest {
  pattern: string | null;
  /**
   * `counts`: a number a file (`-c`); `paths`: files alone (`-l`); `parts`: only what matched (`-o`). `null`: nothing that is known
   * here tells, as of a search tool, which has no options of grep's.
   */
  gives: 'lines' | 'counts' | 'paths' | 'parts' | null;
  /** Lines around a match stand among the matches. */
  hasContext: boolean;
  hasColumns: boolean;
}

const searchers = new Set(['rg', 'grep', 'egrep', 'fgrep', 'zgrep', 'ag', 'ack', 'ugrep', 'ripgrep']);
/** What a search may be piped through and still be one, and what stands before it. */
const passing = new Set(['head', 'tail', 'sort', 'cat', 'less', 'more', ...searchers]);
const silent = new Set(['cd', 'export', 'set', 'pushd', 'true']);

/** `null`: the tool and its command line name no search. */
export function searchRequestOf({ type, args, programs }: Evidence): SearchRequest | null {
  if (type === 'matches') {
    return {
      pattern: typeof args.pattern === 'string' ? args.pattern : null,
      gives: null,
      hasContext: false,
      hasColumns: false,
    };
  }
  const [first, ...others] = programs.filter(({ name }) => !silent.has(name));
  const words = first && wordsOfSearch(first);
  if (!words || !others.every(({ name }) => passing.has(name))) return null;
  return readWords(words, first.name === 'rg' ? options.rg : options.grep);
}

function wordsOfSearch({ name, args }: Program): readonly string[] | null {
  if (searchers.has(name)) return args;
  return name === 'git' && args[0] === 'grep' ? args.slice(1) : null;
}

interface Options {
  /** Take the next word. */
  takeWord: RegExp;
  /** The letters of an option's word before one that takes a word itself, which may follow at once: `tsql` asks for no `-l`. */
  letters: RegExp;
  /** Ask for files alone. */
  paths: RegExp;
}

/** `-E` of grep takes no word, that of rg does; `-L` of rg follows links. */
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

function readWords(words: readonly string[], { takeWord, letters, paths }: Options): SearchRequest {
  let pattern: string | null = null;
  let takesNext = false;
  const given = words.filter((word, index) => {
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
  const has = (pattern: RegExp) => given.some((option) => pattern.test(option));
  const flags = given.map((option) => letters.exec(option)?.[1] ?? '').join('');
  return {
    pattern,
    gives: givenBy(has, flags, paths),
    hasContext: has(/^-\w*[ABC]\d*$|^--(?:after-|before-)?context/),
    hasColumns: has(/^--(?:column|vimgrep)$/),
  };
}

function givenBy(has: (pattern: RegExp) => boolean, flags: string, paths: RegExp): SearchRequest['gives'] {
  if (has(/^--count/) || flags.includes('c')) return 'counts';
  if (has(/^--files-with/) || paths.test(flags)) return 'paths';
  return has(/^--only-matching$/) || flags.includes('o') ? 'parts' : 'lines';
}
