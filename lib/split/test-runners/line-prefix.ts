/** The prefix that a program puts before each line of another program's output. */
export interface LinePrefix {
  /** Splits a line into its label and the original line. `null`: the line has no such prefix. */
  split(line: string): { label: string; rest: string } | null;
}

/** `label` names the program whose output it is; a bare timestamp has no label. */
const forms: readonly RegExp[] = [
  // GitHub's log of a job: `test\tRun tests\t2026-01-02T03:04:05.1234567Z ok 1`.
  /^(?<label>[^\t]{1,80})\t[^\t]{1,80}\t\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z ?/,
  /^\uFEFF?\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?(?: |$)/,
  /^\[\d\d:\d\d:\d\d(?:[.,]\d+)?\](?: |$)/,
  // pnpm: `packages/web test: ok 1`, and `packages/web test$ node --test`.
  /^(?<label>[\w@./-]{1,80}) [\w:.-]{1,40}(?:\$ |: ?)/,
  // turbo: `@acme/web:test: ok 1`.
  /^(?<label>(?:@[\w.-]{1,40}\/)?[\w.-]{1,60}):[a-z][\w:-]{0,40}: ?/,
  // lerna and yarn: `@acme/web: ok 1`, `[@acme/web]: ok 1`; concurrently: `[web] ok 1`.
  /^\[(?<label>[\w@./-]{1,60})\]:? ?/,
  /^(?<label>@[\w.-]{1,40}\/[\w.-]{1,60}): ?/,
  // docker compose: `tests-1  | ok 1`.
  /^(?<label>[\w.-]{1,60}) {1,20}\| ?/,
];

/** Almost no text has any of these prefixes; a single search rules them all out. */
const anyForm = new RegExp(forms.map(({ source }) => source).join('|'));

/** `[INFO]` is a severity, not a label. */
const isLevel = /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)$/i;
const minLines = 5;
const seenLines = 60;
/** In every ten lines, this many may lack the prefix. */
const leftOut = 3;

/** The prefix shared by most lines of a text; `null`: there is none. */
export function linePrefixOf(text: string): LinePrefix | null {
  const lines = text.split('\n', seenLines).filter((line) => line.trim() !== '');
  if (lines.length < minLines || !isFormOfMostLines(anyForm, lines)) return null;
  const form = forms.find((known) => isFormOfMostLines(known, lines));
  if (form === undefined) return null;
  const labels = lines.flatMap((line) => form.exec(line)?.groups?.label ?? []);
  if (labels.length > 0 && labels.every((label) => isLevel.test(label))) return null;
  return {
    split(line) {
      const match = form.exec(line);
      return match ? { label: match.groups?.label ?? '', rest: line.slice(match[0].length) } : null;
    },
  };
}

function isFormOfMostLines(form: RegExp, lines: readonly string[]): boolean {
  let remaining = (lines.length * leftOut) / 10;
  for (const line of lines) {
    if (!form.test(line)) remaining -= 1;
    if (remaining < 0) return false;
  }
  return true;
}

export const withoutPrefix = (text: string, prefix: LinePrefix): string =>
  text
    .split('\n')
    .map((line) => prefix.split(line)?.rest ?? line)
    .join('\n');
