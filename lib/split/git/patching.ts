import { type Fact, ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { beginHasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { findGit, isGit } from './git-commands.ts';
import { createPatchingReading, type PatchedFile, type Patching } from './read-patching.ts';

const marks = mark(
  /^(?:(?:checking|patching) file .+|error: patch failed: .+:\d+|Hunk #\d+ (?:FAILED|succeeded) at \d+.*|error: .+: patch does not apply|patch: \*\*\*\* .+)$/m,
  'patch',
  'checking file ',
  'Hunk #',
);

/** How patches were applied: `patch`, `git apply`, `git am`. */
export const patching: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'patch',
    recognise(evidence) {
      if (findGit(evidence, 'apply', 'am') || evidence.programs.some(isPatch)) return 'named';
      if (evidence.type === 'file' || evidence.type === 'diff') return null;
      return beginHasMark(evidence, marks) ? 'marked' : null;
    },
    read() {
      const reading = createPatchingReading();
      let isKnown = false;
      return {
        line(text, number) {
          if (reading.line(text, number)) isKnown = true;
        },
        finish: () => (isKnown ? summaryOf(reading.finish()) : null),
      };
    },
  },
  (program) => isGit(program) || isPatch(program),
);

const maxLocationsShown = 3;

const isPatch = ({ name }: { name: string }): boolean => name === 'patch';

function summaryOf(found: Patching): Summary {
  const failed = found.files.filter(({ failedCount, reason }) => failedCount > 0 || reason !== null);
  const worst = failed.toSorted((a, b) => b.failedCount - a.failedCount);
  const skipped = found.files.filter((file) => !failed.includes(file) && file.isSkipped);
  const clean = found.fileCount - found.failedFiles - skipped.length;
  return {
    kind: 'patch',
    verdict: verdictOf(found, clean, worst[0] ?? null),
    statesSize: true,
    explainsFailure: found.failedFiles > 0 || found.errorCount > 0,
    sections: [
      {
        heading: null,
        noun: 'error',
        total: found.errorCount,
        layout: 'lines',
        facts: found.errors.map(({ text, line }, index) => ({
          rank: ranks.cause + index,
          line,
          text: quote(text),
          quotes: [quote(text)],
        })),
      },
      {
        heading: 'not found:',
        noun: 'file',
        total: found.lost.length,
        layout: 'list',
        facts: found.lost.map(({ path, line }, index) => ({
          rank: (index < 3 ? ranks.cause : ranks.sample) + 1 + index,
          line,
          text: path,
          quotes: [path],
        })),
      },
      {
        heading: worst.some(({ failedCount }) => failedCount === 0) ? 'failed:' : 'failed hunks:',
        noun: 'file',
        total: found.failedFiles,
        layout: 'paths',
        facts: worst.map(failedFact),
      },
      {
        heading: 'skipped:',
        noun: 'file',
        total: skipped.length,
        layout: 'paths',
        // The verdict already contains their number.
        facts: skipped.map(({ path, line }, index) => ({
          rank: ranks.sample + index,
          line,
          text: path,
          quotes: [path],
        })),
      },
    ],
  };
}

function verdictOf(found: Patching, clean: number, worst: PatchedFile | null): string[] {
  const { failedHunks, failedFiles, filesWithFailedHunks, firstFailed } = found;
  const { hunks, ignoredHunks, ignoredFiles, movedHunks, applying } = found;
  // The list already begins with the worst file and its first location.
  const isListed = worst?.failedCount === 1 && firstFailed === `${worst.path}:${worst.failed[0]?.position}`;
  const otherFiles = failedFiles - filesWithFailedHunks;
  const of = hunks > failedHunks ? ` of ${figure(hunks)}` : '';
  const isFailed = failedFiles > 0 || found.errorCount > 0;
  return [
    ...(isFailed ? ['does not apply'] : [`${plural(found.fileCount, 'file')} patched`]),
    ...(failedHunks > 0
      ? [`${figure(failedHunks)}${of} hunks failed in ${plural(filesWithFailedHunks, 'file')}`]
      : []),
    ...(firstFailed !== null && !isListed ? [`first ${firstFailed}`] : []),
    ...(otherFiles > 0 ? [`${plural(otherFiles, failedHunks > 0 ? 'other file' : 'file')} failed`] : []),
    ...(ignoredHunks > 0 ? [`${figure(ignoredHunks)} ignored in ${plural(ignoredFiles, 'file')}`] : []),
    ...(movedHunks > 0 ? [`${plural(movedHunks, 'hunk')} applied with offset or fuzz`] : []),
    ...(isFailed && clean > 0 ? [`${plural(clean, 'file')} without trouble`] : []),
    ...(isFailed && applying !== null ? [`at "${quote(applying, 80)}"`] : []),
  ];
}

/** Shows the first locations of the worst file; of other files only a single failed one. */
function failedFact({ path, failed, failedCount, reason, line }: PatchedFile, index: number): Fact {
  const isWorst = index === 0;
  const shown = isWorst ? failed.slice(0, maxLocationsShown) : failedCount > 1 ? [] : failed.slice(0, 1);
  const locations = shown.map(({ position: at, hunk }) => {
    const number = isWorst && hunk !== null ? `#${hunk} ` : '';
    return `${number}at ${figure(at)}`;
  });
  const more = locations.length > 0 && failedCount > locations.length ? ', …' : '';
  const parts = [
    path,
    failedCount > 1 ? figure(failedCount) : null,
    locations.length === 0 ? null : failedCount > 1 ? `(${locations.join(', ')}${more})` : locations[0],
    failedCount === 0 ? reason : null,
  ];
  return {
    rank: isWorst ? ranks.cause : index < 8 ? ranks.failure + index / 2 : ranks.sample + index,
    line,
    text: parts.filter((part) => part !== null && part !== undefined).join(' '),
    quotes: [path],
  };
}
