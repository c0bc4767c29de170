import { createTally, type Tally } from '../tally.ts';
import type { FileStatus } from './changed-file.ts';
import { definitionsOf } from './definition-in.ts';
import { createEnclosing, type Enclosing } from './enclosing.ts';

export type Became = 'new' | 'gone' | 'changed';

export interface ChangedLocations {
  /** Functions, classes and sections, with the number of lines changed in each. */
  locations: Tally;
  /** The outcome for those whose first line is among the changed ones. */
  became: ReadonlyMap<string, Became>;
  /** Of locations with the same name in several files, how many files those are. */
  fileCounts: ReadonlyMap<string, number>;
}

export interface LocationReading {
  beginHunk(path: string, status: FileStatus, head: string): void;
  /**
   * Reads every line of a hunk, without its mark; unchanged lines are needed too, to know the current
   * function.
   */
  line(mark: '+' | '-' | ' ', text: string): void;
  endHunk(): void;
  finish(fileCount: number): ChangedLocations;
}

const headCharacters = 80;
const maxBecame = 2_000;
/** In these files, the function git names in a hunk header is an arbitrary line of text. */
const prose = /\.(?:md|mdx|markdown|rst|txt|adoc|lock|json|svg|csv)$/i;

/** Finds out in which functions and classes the lines of a diff changed. */
export function createLocationReading(): LocationReading {
  /** For files added or deleted as a whole the file name is enough, unless it is the only file. */
  const [locations, wholeLocations] = [createTally(), createTally()];
  const became = new Map<string, Became>();
  /** The last file with each location, and the number of files. */
  const inFiles = new Map<string, { path: string; count: number }>();
  let enclosing: ((line: string) => Enclosing) | null = null;
  let isWhole = false;
  let file = '';

  const takeBegun = (label: string, now: 'new' | 'gone') => {
    const known = became.get(label);
    if (known === undefined && became.size < maxBecame) became.set(label, now);
    else if (known !== undefined && known !== now) became.set(label, 'changed');
  };
  const takeFile = (label: string) => {
    const known = inFiles.get(label);
    if (known === undefined) {
      if (inFiles.size < maxBecame) inFiles.set(label, { path: file, count: 1 });
    } else if (known.path !== file) {
      known.path = file;
      known.count += 1;
    }
  };
  return {
    beginHunk(path, status, head) {
      file = path;
      isWhole = status === 'new' || status === 'deleted';
      enclosing = prose.test(path)
        ? null
        : createEnclosing(definitionsOf(path), head.slice(0, headCharacters));
    },
    line(mark, text) {
      if (enclosing === null) return;
      const { begun, label } = enclosing(text);
      if (mark === ' ' || label === '') return;
      if (begun !== null && !isWhole) takeBegun(begun.label, mark === '+' ? 'new' : 'gone');
      (isWhole ? wholeLocations : locations).add(label);
      if (!isWhole) takeFile(label);
    },
    endHunk() {
      enclosing = null;
    },
    finish: (fileCount) => ({
      locations: fileCount === 1 && locations.total === 0 ? wholeLocations : locations,
      became,
      fileCounts: new Map(
        [...inFiles].flatMap(([label, { count }]) => (count > 1 ? [[label, count] as const] : [])),
      ),
    }),
  };
}
