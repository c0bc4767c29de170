import type { Program } from '../command-line.ts';
import { copyString } from '../copy-string.ts';
import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
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
    // Where entries are left out, folders look like files.
    const isCut = programs.some((program) => isLimited(program) || leavesOut.test(program.name));
    const hasFiles = type === 'tree' || (programs.some(listsFiles) && !isCut);
    /** Folders that contain other entries. */
    const folders = new Set<string>();
    const largest: Used[] = [];
    let count = 0;
    const errors = createListingErrors(errorForm);
    let strange = 0;
    let total: Used | null = null;
    return {
      line(text, line) {
        if (text.trim() === '' || errors.line(text, line)) return;
        const [, size, path] = usage.exec(text) ?? [];
        const bytes = size === undefined ? null : bytesOf(size);
        if (path === undefined || size === undefined || bytes === null) {
          strange += 1;
          return;
        }
        count += 1;
        const slash = path.lastIndexOf('/');
        if (hasFiles && slash > 0 && folders.size < maxFolders) folders.add(copyString(path.slice(0, slash)));
        const used = { path: copyString(path), size: copyString(size), bytes };
        if (total === null || bytes > total.bytes || path === 'total') total = used;
        largest.push(used);
        if (largest.length > 4 * bufferedCount) keepLargest(largest);
      },
      finish() {
        if (count === 0 || strange > count / 4) return null;
        keepLargest(largest);
        const whole = total;
        const isTotal =
          whole !== null &&
          (whole.path === '.' ||
            whole.path === 'total' ||
            largest.every(({ path }) => path === whole.path || path.startsWith(`${whole.path}/`)));
        const parts = largest.filter((used) => !isTotal || used !== whole);
        const isFolder = ({ path }: Used) => folders.has(path);
        return {
          kind: 'du',
          verdict: [
            ...(whole && isTotal ? [`${whole.size} in all`] : []),
            plural(count, 'entry'),
            ...(errors.count > 0 ? [plural(errors.count, 'error')] : []),
          ],
          statesSize: true,
          sections: [
            errors.section(),
            ...(hasFiles
              ? [
                  sectionOf('largest folders:', null, ranks.spread, folders.size, parts.filter(isFolder)),
                  sectionOf(
                    'largest files:',
                    null,
                    ranks.spread + 0.5,
                    count,
                    parts.filter((used) => !isFolder(used)),
                  ),
                ]
              : [sectionOf('largest:', 'entry', ranks.spread, count - (isTotal ? 1 : 0), parts)]),
          ],
          unreadLines: strange,
          explainsFailure: errors.count > 0,
        };
      },
    };
  },
};

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
