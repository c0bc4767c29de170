/** What stands before each line of a program's output where another passes it on. */
export interface LinePrefix {
  /** Splits a line in whose output it is and what that printed; `null`: the line has no such prefix. */
  split(line: string): { label: string; rest: string } | null;
}

/** `label` names whose output it is; a time alone names nobody. */
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

/** Nearly no text has any of them: one search finds that out. */
const anyForm = new RegExp(forms.map(({ source }) => source).join('|'));

/** `[INFO]` tells how bad a line is, and not whose. */
const isLevel = /^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)$/i;
const leastLines = 5;
const seenLines = 60;
/** So many of ten may stand without it. */
const leftOut = 3;

/** The prefix that most lines of a text have. */
export function linePrefixOf(text: string): LinePrefix | null {
  const lines = text.split('\n', seenLines).filter((line) => line.trim() !== '');
  if (lines.length < leastLines || !isOfMost(anyForm, lines)) return null;
  const form = forms.find((known) => isOfMost(known, lines));
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

function isOfMost(form: RegExp, lines: readonly string[]): boolean {
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
