import { copyString } from '../copy-string.ts';
import { createDefinitionTest } from './definition-test.ts';
import { type PathClass, pathClasses, pathClassOf } from './path-class.ts';

export interface Match {
  /** `null`: the output names no file. */
  path: string | null;
  /** Line in the file; `null`: the output has no line numbers. */
  number: number | null;
  text: string;
  /** Line in the result. */
  line: number;
}

export interface FileTally {
  path: string;
  count: number;
  class: PathClass;
  first: Match | null;
}

export interface MatchTally {
  add(match: Match, count?: number): void;
  /** A file that was searched and has no match. */
  addEmpty(): void;
  readonly emptyCount: number;
  readonly matchCount: number;
  readonly fileCount: number;
  /** Most matches first; only the first `maxFiles` files are kept. */
  files(): FileTally[];
  readonly holdsAllFiles: boolean;
  readonly first: Match | null;
  readonly last: Match | null;
  /** The best first: definitions before declarations, source before tests. */
  definitions(): Match[];
  /** Texts that occur more than once, most frequent first. `null`: too many distinct ones. */
  repeated(): { text: string; count: number; line: number }[] | null;
  readonly textCount: number | null;
}

const maxFiles = 5_000;
/** The first match is kept for this many files, and for the first source file. */
const maxFirsts = 300;
const maxDefinitions = 200;
const maxTexts = 2_000;
const textCharacters = 120;

const hold = (match: Match): Match => ({ ...match, text: copyString(match.text) });

/** What was counted so far. */
interface TallyState {
  readonly pattern: string | null;
  readonly testDefinition: ReturnType<typeof createDefinitionTest>;
  readonly files: Map<string, FileTally>;
  readonly definitions: { match: Match; rank: number }[];
  texts: Map<string, { count: number; line: number }> | null;
  matchCount: number;
  fileCount: number;
  emptyCount: number;
  holdsAllFiles: boolean;
  hasSource: boolean;
  current: FileTally | null;
  first: Match | null;
  last: Match | null;
}

export function createMatchTally(pattern: string | null): MatchTally {
  const tally: TallyState = {
    pattern,
    testDefinition: createDefinitionTest(pattern),
    files: new Map<string, FileTally>(),
    definitions: [],
    texts: new Map(),
    matchCount: 0,
    fileCount: 0,
    emptyCount: 0,
    holdsAllFiles: true,
    hasSource: false,
    current: null,
    first: null,
    last: null,
  };
  return {
    add: (match, count = 1) => addMatch(tally, match, count),
    addEmpty() {
      tally.emptyCount += 1;
    },
    get emptyCount() {
      return tally.emptyCount;
    },
    get matchCount() {
      return tally.matchCount;
    },
    get fileCount() {
      return tally.fileCount;
    },
    get holdsAllFiles() {
      return tally.holdsAllFiles;
    },
    files: () => [...tally.files.values()].toSorted((a, b) => b.count - a.count),
    get first() {
      return tally.first;
    },
    get last() {
      return tally.last;
    },
    definitions: () =>
      tally.definitions
        .toSorted((a, b) => a.rank - b.rank || a.match.line - b.match.line)
        .map(({ match }) => match),
    repeated: () =>
      tally.texts &&
      [...tally.texts]
        .map(([text, result]) => ({ text, ...result }))
        .filter(({ count }) => count > 1)
        .toSorted((a, b) => b.count - a.count),
    get textCount() {
      return tally.texts?.size ?? null;
    },
  };
}

function addMatch(tally: TallyState, match: Match, count: number): void {
  tally.matchCount += count;
  tally.first ??= match;
  tally.last = match;
  if (match.path !== null) {
    tally.current = fileOf(tally, match, match.path);
    tally.current.count += count;
  }
  countText(tally, match.text, match.line);
  if (tally.definitions.length >= maxDefinitions) return;
  const sureness = tally.testDefinition(match.text);
  if (sureness > 0) {
    const placed = pathClasses.indexOf(tally.current?.class ?? 'source');
    tally.definitions.push({ match: hold(match), rank: placed * 2 + (2 - sureness) });
  }
}

function fileOf(tally: TallyState, match: Match, path: string): FileTally {
  if (tally.current?.path === path) return tally.current;
  const known = tally.files.get(path);
  if (known) return known;
  const created: FileTally = { path: copyString(path), count: 0, class: pathClassOf(path), first: null };
  tally.fileCount += 1;
  const isFirstSource = created.class === 'source' && !tally.hasSource;
  if (tally.files.size < maxFirsts || isFirstSource) created.first = hold(match);
  tally.hasSource ||= isFirstSource;
  if (tally.files.size < maxFiles) tally.files.set(created.path, created);
  else tally.holdsAllFiles = false;
  return created;
}

function countText(tally: TallyState, text: string, line: number): void {
  if (tally.texts === null) return;
  const key = copyString(text.trim().slice(0, textCharacters));
  const known = tally.texts.get(key);
  if (known) known.count += 1;
  else if (tally.texts.size < maxTexts) tally.texts.set(key, { count: 1, line });
  else tally.texts = null;
}
