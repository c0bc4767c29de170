import { extname } from 'node:path';
import { figure } from '#lib/split/figure.ts';
import { allRecordings } from './recordings.ts';
import { type RecordedView, splitRecording } from './split-recording.ts';

type Recorded = ReturnType<typeof allRecordings>[number];

/** Chapters of the table, by the folder of the recordings. */
const chapters: Readonly<Record<string, string>> = {
  'test-runners': 'Test runners',
  builds: 'Compilers, linters, bundlers, package managers',
  git: 'Git and diffs',
  matches: 'Searches',
  listings: 'Listings',
  logs: 'Logs and stack traces',
  data: 'Data',
  operations: 'Operations',
  sources: 'Files',
};

/**
 * What a model reads of recorded outputs of real programs: one of each program and summarizer, a failed one where there
 * is one. Made by `npm run docs`.
 */
export async function programsTable(): Promise<string> {
  const chosen = new Map<string, { recorded: Recorded; view: RecordedView }>();
  for (const recorded of allRecordings()) {
    const { tool, args, exitCode, bytes } = recorded;
    const view = await splitRecording({ tool, args, exitCode, bytes, level: 'balanced' });
    // A short output is sent whole.
    if (view.kind === 'whole') continue;
    const key = `${chapterOf(recorded)} ${view.kind} ${subjectOf(recorded)}`;
    const known = chosen.get(key);
    if (!known || (!hasFailed(known.recorded) && hasFailed(recorded))) chosen.set(key, { recorded, view });
  }
  const rows = [...chosen.values()];
  const parts = Object.entries(chapters).flatMap(([folder, title]) => {
    const ofChapter = rows.filter(({ recorded }) => chapterOf(recorded) === folder);
    return [`## ${title}`, '', '<table>', head, ...ofChapter.map(rowOf), '</table>', ''];
  });
  return [intro(rows.length), ...parts].join('\n');
}

const intro = (count: number): string => `# Programs and their views

What a model reads of ${count} outputs of real programs at the level \`balanced\`. Shorter outputs are sent whole; what is
not in this table is read by its form (a log, a table, JSON, a diff, a source file), or by what its lines say.
`;

const head = '<tr><th>Program</th><th>What the model reads</th></tr>';

const chapterOf = ({ name }: Recorded): string => name.split('/', 1)[0] ?? '';

const hasFailed = ({ exitCode }: Recorded): boolean => exitCode !== null && exitCode !== 0;

/** A file is known by its extension, all else by the program. */
const subjectOf = ({ args, program }: Recorded): string =>
  typeof args.path === 'string' && extname(args.path) !== ''
    ? extname(args.path)
    : (program.split(' ', 1)[0] ?? '');

function rowOf({ recorded, view }: { recorded: Recorded; view: RecordedView }): string {
  const { program, command } = recorded;
  const full =
    view.fullTokens === null
      ? ''
      : `<br>${figure(view.fullTokens)} tokens, of which ${figure(view.tokens)} are sent`;
  return `<tr><td>${inHtml(program)}<br><code>${inHtml(command)}</code>${full}</td><td><pre>\n${inBlock(view.text)}\n</pre></td></tr>`;
}

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\n', ' ');

/** An empty line would end the block of HTML in Markdown. */
const inBlock = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '' ? '&nbsp;' : inHtml(line)))
    .join('\n');
