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

export function createMatchTally(pattern: string | null): MatchTally {
  const testDefinition = createDefinitionTest(pattern);
  const files = new Map<string, FileTally>();
  const definitions: { match: Match; rank: number }[] = [];
  let texts: Map<string, { count: number; line: number }> | null = new Map();
  let matchCount = 0;
  let fileCount = 0;
  let emptyCount = 0;
  let holdsAllFiles = true;
  let hasSource = false;
  let current: FileTally | null = null;
  let first: Match | null = null;
  let last: Match | null = null;

  const fileOf = (match: Match, path: string): FileTally => {
    if (current?.path === path) return current;
    const known = files.get(path);
    if (known) return known;
    const created: FileTally = { path: copyString(path), count: 0, class: pathClassOf(path), first: null };
    fileCount += 1;
    const isFirstSource = created.class === 'source' && !hasSource;
    if (files.size < maxFirsts || isFirstSource) created.first = hold(match);
    hasSource ||= isFirstSource;
    if (files.size < maxFiles) files.set(created.path, created);
    else holdsAllFiles = false;
    return created;
  };
  const countText = (text: string, line: number) => {
    if (texts === null) return;
    const key = copyString(text.trim().slice(0, textCharacters));
    const known = texts.get(key);
    if (known) known.count += 1;
    else if (texts.size < maxTexts) texts.set(key, { count: 1, line });
    else texts = null;
  };
  return {
    add(match, count = 1) {
      matchCount += count;
      first ??= match;
      last = match;
      if (match.path !== null) {
        current = fileOf(match, match.path);
        current.count += count;
      }
      countText(match.text, match.line);
      if (definitions.length >= maxDefinitions) return;
      const sureness = testDefinition(match.text);
      if (sureness > 0) {
        const placed = pathClasses.indexOf(current?.class ?? 'source');
        definitions.push({ match: hold(match), rank: placed * 2 + (2 - sureness) });
      }
    },
    addEmpty() {
      emptyCount += 1;
    },
    get emptyCount() {
      return emptyCount;
    },
    get matchCount() {
      return matchCount;
    },
    get fileCount() {
      return fileCount;
    },
    get holdsAllFiles() {
      return holdsAllFiles;
    },
    files: () => [...files.values()].toSorted((a, b) => b.count - a.count),
    get first() {
      return first;
    },
    get last() {
      return last;
    },
    definitions: () =>
      definitions
        .toSorted((a, b) => a.rank - b.rank || a.match.line - b.match.line)
        .map(({ match }) => match),
    repeated: () =>
      texts &&
      [...texts]
        .map(([text, result]) => ({ text, ...result }))
        .filter(({ count }) => count > 1)
        .toSorted((a, b) => b.count - a.count),
    get textCount() {
      return texts?.size ?? null;
    },
  };
}
