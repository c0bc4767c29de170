import type { Program } from '../command-line.ts';
import { copyString } from '../copy-string.ts';
import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import type { Evidence, Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { bytesOf } from './entry.ts';
import { createListingErrors } from './listing-errors.ts';

const usage = /^\s*([\d.,]+[KMGTP]?)\s+(\S.*)$/;
/** `du` separates paths by a tab. */
const sizesFirst = /^[\d.,]+[KMGTP]?\t\S/;
const sizeLast = /\t\d+$/;
/** At most this many entries are classified as files or folders. */
const bufferedCount = 500;
const maxFolders = 20_000;
const maxParts = 30;
/** `du: cannot read directory '/srv/secret': Permission denied` */
const errorForm = /^du(?:\.exe)?: /;

interface Used {
  path: string;
  size: string;
  bytes: number;
}

/** `du`: the total, and what uses the most; folders and files separately where it lists both. */
export const summarizeDiskUsage: Summarizer = {
  kind: 'du',
  covers: 'all',
  recognise: ({ programs, type, head }) =>
    programs.some(({ name }) => name === 'du') || (type === 'tree' && listsSizes(head)) ? 'named' : null,
  read({ programs, type }): Reader {
    const reading = initialReading({ programs, type });
    return {
      line: (text, line) => readLine(reading, text, line),
      finish: () => finishReading(reading),
    };
  },
};

function initialReading({ programs, type }: Pick<Evidence, 'programs' | 'type'>) {
  // Where entries are left out, folders look like files.
  const isCut = programs.some((program) => isLimited(program) || leavesOut.test(program.name));
  return {
    isCut,
    hasFiles: type === 'tree' || (programs.some(listsFiles) && !isCut),
    /** Folders that contain other entries. */
    folders: new Set<string>(),
    largest: [] as Used[],
    count: 0,
    errors: createListingErrors(errorForm),
    strange: 0,
    total: null as Used | null,
  };
}
type Reading = ReturnType<typeof initialReading>;

function readLine(reading: Reading, text: string, line: number) {
  if (text.trim() === '' || reading.errors.line(text, line)) return;
  const [, size, path] = usage.exec(text) ?? [];
  const bytes = size === undefined ? null : bytesOf(size);
  if (path === undefined || size === undefined || bytes === null) {
    reading.strange += 1;
    return;
  }
  reading.count += 1;
  const slash = path.lastIndexOf('/');
  if (reading.hasFiles && slash > 0 && reading.folders.size < maxFolders)
    reading.folders.add(copyString(path.slice(0, slash)));
  const used = { path: copyString(path), size: copyString(size), bytes };
  if (reading.total === null || bytes > reading.total.bytes || path === 'total') reading.total = used;
  reading.largest.push(used);
  if (reading.largest.length > 4 * bufferedCount) keepLargest(reading.largest);
}

function finishReading(reading: Reading): Summary | null {
  if (reading.count === 0 || reading.strange > reading.count / 4) return null;
  keepLargest(reading.largest);
  const whole = reading.total;
  const isTotal =
    whole !== null &&
    (whole.path === '.' ||
      whole.path === 'total' ||
      reading.largest.every(({ path }) => path === whole.path || path.startsWith(`${whole.path}/`)));
  const parts = reading.largest.filter((used) => !isTotal || used !== whole);
  const isFolder = ({ path }: Used) => reading.folders.has(path);
  return {
    kind: 'du',
    verdict: [
      ...(whole && isTotal ? [`${whole.size} in all`] : []),
      plural(reading.count, 'entry'),
      ...(reading.errors.count > 0 ? [plural(reading.errors.count, 'error')] : []),
    ],
    statesSize: true,
    sections: [
      reading.errors.section(),
      ...(reading.hasFiles
        ? [
            sectionOf('largest folders:', null, ranks.spread, reading.folders.size, parts.filter(isFolder)),
            sectionOf(
              'largest files:',
              null,
              ranks.spread + 0.5,
              reading.count,
              parts.filter((used) => !isFolder(used)),
            ),
          ]
        : [sectionOf('largest:', 'entry', ranks.spread, reading.count - (isTotal ? 1 : 0), parts)]),
    ],
    unreadLines: reading.strange,
    explainsFailure: reading.errors.count > 0,
  };
}

const sectionOf = (
  heading: string,
  noun: string | null,
  rank: number,
  total: number,
  parts: readonly Used[],
): Section => ({
  heading,
  noun,
  total,
  layout: 'list',
  facts: parts.slice(0, maxParts).map(({ path, size }, index) => {
    const name = path.replace(/^\.\//, '');
    return { rank: (index < 8 ? rank : ranks.sample) + index, text: `${name} ${size}`, quotes: [name] };
  }),
});

/**
 * The first lines of a listing may begin with sizes, as `du` prints them. Vitrine's own listing has sizes
 * last, but looks the same where file names are numbers.
 */
const listsSizes = (head: string): boolean => {
  const lines = head.split('\n', 5).filter((line) => line !== '');
  return lines.some((line) => !sizeLast.test(line)) && lines.every((line) => sizesFirst.test(line));
};

const listsFiles = ({ name, args }: Program): boolean =>
  name === 'du' && args.some((word) => word === '--all' || /^-[A-Za-z]*a/.test(word));

const leavesOut = /^(?:head|tail|[ef]?grep|awk|sed)$/;

const isLimited = ({ name, args }: Program): boolean =>
  name === 'du' && args.some((word) => /^(?:-d\d*|--max-depth.*|-[A-Za-z]*[ds]\d*)$/.test(word));

function keepLargest(largest: Used[]): void {
  largest.sort((a, b) => b.bytes - a.bytes);
  largest.length = Math.min(largest.length, bufferedCount);
}
