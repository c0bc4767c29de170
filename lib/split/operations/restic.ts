import type { Program } from '../command-line.ts';
import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { hasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Ending, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { wholeOrPartSummarizer } from '../whole-or-part-summarizer.ts';
import { type Backup, type BackupOutput, createBackupReading, type SavedFiles } from './read-restic.ts';

const marks = [
  mark(/^snapshot [0-9a-f]{8} saved$/m, 'snapshot '),
  mark(/^Files: +\d+ new, +\d+ changed, +\d+ unmodified$/m, 'unmodified'),
  mark(/^using parent snapshot [0-9a-f]{8}$/m, 'using parent snapshot '),
  mark(/^no parent snapshot found, will read all files$/m, 'no parent snapshot found'),
];

/** Its output as JSON is data. */
const isBackup = ({ name, args }: Program): boolean =>
  name === 'restic' && args.includes('backup') && !args.includes('--json');

/** Backups by restic: whether they are complete, what they saved, and each path that could not be read. */
export const restic: readonly Summarizer[] = wholeOrPartSummarizer(
  {
    kind: 'restic',
    recognise(evidence) {
      const { type, programs } = evidence;
      if (type !== 'terminal' && type !== 'text' && type !== 'log') return null;
      if (programs.some(isBackup)) return 'named';
      return hasMark(evidence, marks) ? 'marked' : null;
    },
    read() {
      const reading = createBackupReading();
      return {
        line: (text, number) => reading.line(text, number),
        finish(ending) {
          const found = reading.finish();
          return found && summaryOf(found, ending);
        },
      };
    },
  },
  ({ name }) => name === 'restic',
);

const maxListed = 20;
const lineCharacters = 200;

function summaryOf(found: BackupOutput, ending: Ending): Summary {
  const { backups, backupCount, problems, problemCount, newFiles, changedFiles, unreadLines } = found;
  const [first] = backups;
  const only = backupCount === 1 && first ? first : null;
  return {
    kind: 'restic',
    verdict: [stateOf(found, ending), ...reasonsOf(found), ...(only ? figuresOf(only) : [])],
    statesSize: true,
    isComplete: true,
    unreadLines,
    explainsFailure: problemCount > 0,
    sections: [
      {
        heading: null,
        noun: 'problem',
        total: problemCount,
        layout: 'lines',
        facts: problems.map(({ text, line }, index) => ({
          rank: (index < 3 ? ranks.cause : ranks.failure) + index / 1_000,
          line,
          text: quote(text, lineCharacters),
          quotes: [quote(text, lineCharacters)],
        })),
      },
      {
        heading: null,
        noun: 'backup',
        total: only ? 0 : backupCount,
        layout: 'lines',
        facts: (only ? [] : backups).map((backup, index) => ({
          rank: ranks.spread + index / 10,
          text: figuresOf(backup).join(', '),
        })),
      },
      filesSection('new', newFiles),
      filesSection('changed', changedFiles),
    ],
  };
}

/** Whether all that was to be saved is in a snapshot. */
function stateOf(found: BackupOutput, { exitCode }: Ending): string {
  const { unreadCount, missingCount, hasWarned, backupCount, snapshotCount } = found;
  if (found.isInterrupted) return 'interrupted';
  if (found.fatalCount > 0) return 'failed';
  if (unreadCount > 0 || missingCount > 0 || hasWarned) return 'incomplete';
  if (found.isDryRun) return 'dry run';
  const isSaved = backupCount > 0 && snapshotCount === backupCount;
  return isSaved && (exitCode === 0 || exitCode === null) ? 'complete' : 'not known to be complete';
}

function reasonsOf(found: BackupOutput): string[] {
  const { unreadCount, missingCount, backupCount, snapshotCount, isDryRun } = found;
  return [
    ...(unreadCount > 0 ? [`${plural(unreadCount, 'path')} not read`] : []),
    ...(missingCount > 0 ? [`${plural(missingCount, 'source')} missing`] : []),
    ...(snapshotCount === 0 ? ['no snapshot saved'] : []),
    ...(isDryRun && unreadCount + missingCount > 0 ? ['dry run'] : []),
    ...(backupCount > 1 ? [plural(backupCount, 'backup'), `${plural(snapshotCount, 'snapshot')} saved`] : []),
  ];
}

const figuresOf = ({ snapshot, files, folders, added }: Backup): string[] => [
  snapshot === null ? 'no snapshot' : `snapshot ${snapshot} saved`,
  ...(files === null ? [] : [`files: ${files}`]),
  ...(folders === null ? [] : [`folders: ${folders}`]),
  ...(added === null ? [] : [added]),
];

/** A few files are named before any other line; of many, only some of the largest. */
function filesSection(state: string, { count, largest }: SavedFiles): Section {
  const isLong = count > maxListed;
  return {
    heading: isLong ? `largest of ${figure(count)} ${state} files:` : `${state} files:`,
    noun: `${state} file`,
    total: count,
    layout: 'paths',
    facts: largest.slice(0, maxListed).map(({ path, size, line }, index) => ({
      rank: (isLong ? ranks.sample : ranks.lead) + index / 10,
      line,
      text: `${path} ${size}`,
      quotes: [path],
    })),
  };
}
