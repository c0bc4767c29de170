import type { RawText } from './raw-text.ts';
import { recountRecordings } from './recount.ts';
import { type Checked, numberOf, type Statement } from './statement.ts';
import { isTestTotal } from './test-totals.ts';

/** A quoted text, `name:12`, `×3`, or a number with the word after it. */
const atoms =
  /"([^"]+)"|(\S*[\p{L}_$)\]]):(\d+)(?::(\d+))?(?![\d.])|×([\d,]+)|(?<![\p{L}\p{N}_./:-])([\d,]*\d(?:\.\d+)?)%?(?: ([\p{L}-]+))?/gu;

/** Checks the numbers, names and locations in a fact or a verdict. */
export function checkCounts(message: string, checked: Checked): Statement[] {
  const statements: Statement[] = [];
  for (const match of message.matchAll(atoms)) {
    const [whole, quoted, name, line, column, times, figure, word] = match;
    const text = `${whole} in ${message.trim().slice(0, 120)}`;
    const is = (answer: boolean | null): Statement => ({
      text,
      is: answer === null ? 'unchecked' : answer ? 'true' : 'false',
    });
    if (quoted !== undefined) statements.push(is(holdsPart(checked, quoted) || null));
    else if (name !== undefined) statements.push(is(isLocated(checked, name, line ?? '', column ?? null)));
    else if (times !== undefined)
      statements.push(is(comesAsOften(checked, message.slice(0, match.index), numberOf(times))));
    else if (figure !== undefined)
      statements.push(is(isCounted(checked, figure, word ?? null, message.slice(0, match.index), message)));
  }
  return statements;
}

function isCounted(
  checked: Checked,
  figure: string,
  word: string | null,
  before: string,
  message: string,
): boolean | null {
  const { raw } = checked;
  const stated = numberOf(figure);
  const ofTests = word === null ? null : isTestTotal(word, stated, segmentOf(message, before.length), raw);
  if (ofTests !== null) return ofTests;
  if (raw.holdsNumber(figure)) return true;
  if (/, sum $/.test(before)) return isSum(raw, message.trim().split(':')[0] ?? '', stated);
  // `by file: src/a.ts 3, src/{b.ts 2}`: the name must occur that often.
  const name =
    before
      .trimEnd()
      .split(/[\s{,]+/)
      .at(-1) ?? '';
  if (/[\p{L}]/u.test(name) && raw.occurrences(name.replace(/\/$/, '')) >= stated) return true;
  return recountRecordings(stated, word, checked);
}

/** The part of a verdict about one of several programs: `mocha: 9 failed, 43 passed`. */
function segmentOf(message: string, at: number): string {
  const starts = [...message.matchAll(/(?:^|, )(?:not explained by )?[a-z][\w:+ ]*: (?=\D{0,30}\d)/gi)].map(
    ({ index }) => index,
  );
  const from = starts.findLast((start) => start <= at) ?? 0;
  return message.slice(from, starts.find((start) => start > at) ?? message.length);
}

/** Whether a column with that name adds up to it. */
function isSum(raw: RawText, column: string, stated: number): boolean | null {
  for (const delimiter of [',', '\t', ';', '|', '│']) {
    const rows = raw.lines.map((line) =>
      line.split(delimiter).map((cell) => cell.trim().replace(/^"|"$/g, '')),
    );
    for (const [at, header] of rows.entries()) {
      const index = header.indexOf(column);
      if (index === -1) continue;
      let sum = 0;
      for (const row of rows.slice(at + 1)) {
        if (row.length === header.length && !/^\W*(?:sub)?total/i.test(row[0] ?? ''))
          sum += Number(row[index]) || 0;
        else if (row.length === 1 && !/^[-+=\s]*$/.test(row[0] ?? '')) break;
      }
      if (Math.abs(sum - stated) < 0.01 * Math.max(1, Math.abs(stated) / 1_000)) return true;
    }
  }
  return null;
}

const holdsPart = ({ raw }: Checked, quoted: string): boolean =>
  raw.holds(
    quoted
      .replace(/…$/, '')
      .replace(/\(\+[\d,]+ characters\)$/, '')
      .trim(),
  );

/** `b_test.go:12`, `reduceEvent:18`: the name is on that line, or the result itself states this location. */
function isLocated(
  { raw, kind }: Checked,
  name: string,
  line: string,
  column: string | null,
): boolean | null {
  const bare = name.replace(/^[({[]+/, '');
  const last = bare.split(/[/\\.]/).at(-1) ?? bare;
  const own = raw.line(Number(line));
  if (own?.includes(bare) || own?.includes(last)) return true;
  const isNumbered = (text: string) => new RegExp(`(?<!\\d)${line}(?!\\d)`).test(text);
  const isNear = raw.lines.some(
    (text, at) =>
      text.includes(last) &&
      isNumbered([raw.lines[at - 1], text, raw.lines[at + 1], raw.lines[at + 2]].join(' ')),
  );
  if (isNear) return true;
  // Far below the name of a file: `12:3  error  …`.
  const isBelow = raw.lines.some((text) => text.includes(column === null ? line : `${line}:${column}`));
  if (isBelow && raw.holds(last)) return true;
  // In a diff, line numbers of the new file come from hunk headers.
  if (/diff|patch/.test(kind) || raw.lines.some((text) => text.startsWith('@@ '))) return null;
  return /[/.]/.test(bare) || kind === 'source' ? false : null;
}

/** Whether the text before the sign, or an end of it, occurs at least that often. */
function comesAsOften({ raw }: Checked, before: string, times: number): boolean | null {
  const named = before
    .trim()
    .replace(/^.*?(?:: |, |^)(?=[^:,]*$)/, '')
    .replace(/ ?\($/, '')
    .trim();
  if (named === '' || named.endsWith('…')) return null;
  if (raw.occurrences(named) >= times || raw.linesLike(named) >= times) return true;
  return raw.holds(named) ? false : null;
}
