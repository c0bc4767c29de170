import type { Program } from '../command-line.ts';
import type { Evidence } from '../summarizer.ts';

/** What a search was asked for, as far as its arguments tell. */
export interface SearchRequest {
  pattern: string | null;
  /** `counts`: a number a file (`-c`); `paths`: files alone (`-l`); `parts`: only what matched (`-o`). */
  gives: 'lines' | 'counts' | 'paths' | 'parts';
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
      gives: 'lines',
      hasContext: false,
      hasColumns: false,
    };
  }
  const [first, ...others] = programs.filter(({ name }) => !silent.has(name));
  const words = first && wordsOfSearch(first);
  if (!words || !others.every(({ name }) => passing.has(name))) return null;
  return readWords(words, first.name === 'rg' ? takesWord.rg : takesWord.grep);
}

function wordsOfSearch({ name, args }: Program): readonly string[] | null {
  if (searchers.has(name)) return args;
  return name === 'git' && args[0] === 'grep' ? args.slice(1) : null;
}

/** Options that take the next word: `-E` of grep takes none, that of rg does. */
const takesWord = {
  grep: /^(?:-\w*[ABCmfD]|--(?:after-context|before-context|context|max-count|file|include|exclude|exclude-dir|color))$/,
  rg: /^(?:-\w*[ABCmgtTfrEjM]|--(?:after-context|before-context|context|max-count|glob|iglob|type|type-not|file|replace|encoding|color|colors|threads|max-depth|sort|sortr))$/,
} as const;

function readWords(words: readonly string[], options: RegExp): SearchRequest {
  let pattern: string | null = null;
  let takesNext = false;
  const given = words.filter((word, place) => {
    if (takesNext) {
      takesNext = false;
      return false;
    }
    if (!word.startsWith('-') || word === '-') {
      pattern ??= word;
      return false;
    }
    takesNext = options.test(word);
    const named = /^(?:-\w*e|--regexp)$/.test(word) ? words[place + 1] : /^--regexp=(.*)/.exec(word)?.[1];
    if (named !== undefined) {
      pattern = named;
      takesNext = !word.includes('=');
    }
    return true;
  });
  const has = (pattern: RegExp) => given.some((option) => pattern.test(option));
  return {
    pattern,
    gives: givenBy(has),
    hasContext: has(/^-\w*[ABC]\d*$|^--(?:after-|before-)?context/),
    hasColumns: has(/^--(?:column|vimgrep)$/),
  };
}

function givenBy(has: (pattern: RegExp) => boolean): SearchRequest['gives'] {
  if (has(/^--count|^-[a-zA-Z]*c$/)) return 'counts';
  if (has(/^--files-with|^-[a-zA-Z]*[lL]$/)) return 'paths';
  return has(/^--only-matching$|^-[a-zA-Z]*o[a-zA-Z]*$/) ? 'parts' : 'lines';
}
