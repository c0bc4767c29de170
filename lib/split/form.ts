import { delimitedFormOf } from '../core/algorithms/table/delimited-form.ts';
import { type ArtifactType, artifactTypes, traitsOf } from '../core/vocabulary/artifact-types.ts';
import { jsonStart } from './data/json-start.ts';
import { detectLog } from './logs/detect-log.ts';
import { showsLog } from './logs/shows-log.ts';
import type { Evidence, Subject } from './summarizer.ts';

const formOfExtension: ReadonlyMap<string, ArtifactType> = new Map(
  (Object.keys(artifactTypes) as ArtifactType[]).flatMap((type) =>
    traitsOf(type).extensions.map((extension) => [extension, type] as const),
  ),
);

const databases = new Set(['psql', 'mysql', 'mariadb', 'sqlite3', 'duckdb']);
const differs = new Set(['git', 'diff', 'svn', 'hg', 'interdiff', 'colordiff']);
/** Programs that pass on other output, or some of its lines. */
const passing = new Set(['cat', 'head', 'tail', 'less', 'more', 'tee']);

/** A diff from its first line on; `git show` and `git log -p` print the commit first. */
const diffStart = /^(?:diff --git |diff -|Index: |--- [^\n]+\n\+\+\+ |commit [0-9a-f]{7,}[^\n]*\n)/;
const diffMark = /^(?:diff --git |@@ -\d|--- [^\n]+\n\+\+\+ )/m;

/**
 * The display form of a result: for a file by its name, for a command by what it printed. The type says where
 * the bytes came from, and is the form when nothing more is known.
 */
export function formOf(evidence: Evidence): ArtifactType {
  if (evidence.type === 'file') return formOfFile(evidence);
  return evidence.type === 'terminal' ? formOfOutput(evidence) : evidence.type;
}

/** The form of a file, by its name. */
export function formOfFile({ title, firstLine }: Pick<Subject, 'title' | 'firstLine'>): ArtifactType {
  // Rotated logs end in a number: `app.log.1`; a range ends in its lines: `app.log:40-60`.
  const extension = /\.([a-z]+)(?:\.\d+)?(?::\d+(?:-\d*)?)?$/i.exec(title)?.[1]?.toLowerCase() ?? '';
  const form = formOfExtension.get(extension);
  return form === undefined || (traitsOf(form).needsFirstLine && firstLine > 1) ? 'file' : form;
}

function formOfOutput(evidence: Evidence): ArtifactType {
  const { head, programs } = evidence;
  const makers = programs.filter(({ name }) => !passing.has(name));
  const isOf = (names: ReadonlySet<string>) =>
    makers.length > 0 && makers.every(({ name }) => names.has(name));
  const text = head.trimStart();
  if (isOf(differs) && diffStart.test(text) && diffMark.test(text)) return 'diff';
  // `json` means a single object or list; log entries in JSON are a log.
  if (detectLog(evidence) && showsLog(evidence)) return 'log';
  if (jsonStart.test(text)) return 'json';
  if (makers.some(({ name }) => databases.has(name))) return 'table';
  return delimitedFormOf(head, false) ? 'table' : 'terminal';
}
