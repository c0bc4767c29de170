import { checkCounts } from './check-counts.ts';
import { type RawText, shapeOf } from './raw-text.ts';
import { type Checked, numberOf, type Statement } from './statement.ts';

const located = /^ (\d+)(?:: |\t)(.*)$/;
const alike = /^ (?:at least )?([\d,]+) lines like "(.*)" \((\d+) to (\d+)\)$/;
const fields = /^ (?:field (\d+)|last field) of ([\d,]+) lines: (.*)$/;
const pause =
  /^ (?:longest time between lines|largest step of a number): ([\d.e+]+)(?: s)?, from line (\d+) to (\d+) \(then ([\d.e+-]+)(?: s)?\)$/;
const keyed = /^ (\p{L}[^:]{1,39}) of ([\d,]+) lines: (.* ×[\d,].*)$/u;
/** The remark after a line that is shown. */
const note =
  / \((?:one of (at least )?([\d,]+) (?:alike|with other values)(?:: ([^()]*?)|, [^()]*)?|with other values at ([\d, and]+)|a number unlike most others|two numbers differ that are the same in most others|[^()]*\d\d:\d\d[^()]*)\)$/;

/** Checks the lines below the first one: lines of the result, counts, and facts. */
export function checkLine(line: string, checked: Checked, isShown: boolean): Statement[] {
  const { raw } = checked;
  const shown = located.exec(line);
  if (shown && (isShown || raw.line(Number(shown[1])) !== null)) {
    const statements = checkLocated(shown, raw, isShown);
    // Summarizers also describe a line in words of their own.
    return isShown || statements[0]?.is === 'true' ? statements : checkCounts(line, checked);
  }
  const like = alike.exec(line);
  if (like) return [checkAlike(like, raw)];
  const values = fields.exec(line);
  if (values) return checkFields(values, raw);
  const waited = pause.exec(line);
  if (waited) return [checkPause(waited, raw)];
  const ofKey = keyed.exec(line);
  if (ofKey) return checkKey(ofKey, raw);
  return checkCounts(line, checked);
}

/** ` 204: upstream server temporarily disabled (one of 3 alike: 3 at 210)` */
function checkLocated([, at, message = '']: RegExpExecArray, raw: RawText, isShown: boolean): Statement[] {
  const match = note.exec(message);
  const text = match ? message.slice(0, match.index) : message;
  const number = Number(at);
  const statements: Statement[] = [
    {
      text: `${at}: ${text}`,
      is: (isShown ? isLine(raw, number, text) : isFoundAt(raw, number, text)) ? 'true' : 'false',
    },
  ];
  const [, isAtLeast, count, others, likeLines] = match ?? [];
  if (count !== undefined) {
    const requests = requestsLike(text, raw);
    const max = requests ?? raw.linesLike(withoutLevel(text).split('…')[0] ?? '');
    const least = requests === null ? raw.linesEqualButDigits(raw.line(number) ?? '') : 0;
    const stated = numberOf(count);
    const isTrue = stated <= max && (isAtLeast !== undefined || stated >= least);
    statements.push({
      text: `${match?.[0]} of ${text}`,
      is: isTrue ? 'true' : max === 0 && !isShown ? 'unchecked' : 'false',
    });
  }
  if (count !== undefined && / ×\d/.test(others ?? '')) {
    const is = areCounted(others ?? '', numberOf(count), raw) ? 'true' : 'false';
    statements.push({ text: `${at}: ${others}`, is });
  }
  for (const [other] of (likeLines ?? '').matchAll(/\d+/g)) {
    const written = raw.line(Number(other));
    const isLike = written !== null && shapeOf(written) === shapeOf(raw.line(number) ?? '');
    statements.push({ text: `${at}: like ${other}`, is: isLike ? 'true' : 'false' });
  }
  for (const [whole, value = '', line] of (others ?? '').matchAll(/(-?[\d.]+) at (\d+)/g)) {
    const written = raw.line(Number(line)) ?? '';
    const isThere = [...written.matchAll(/-?\d+(?:\.\d+)?/g)].some(
      ([each]) => Number(each) === Number(value) || Math.abs(Number(each)) === Math.abs(Number(value)),
    );
    statements.push({ text: `${at}: ${whole}`, is: isThere ? 'true' : 'false' });
  }
  return statements;
}

/**
 * Number of requests with the same method and answer: `GET /orders/5 500`. `null`: the text is not a request.
 */
function requestsLike(text: string, { lines }: RawText): number | null {
  const [, method, status] = /^([A-Z]{3,7}) \S+ (\d{3})$/.exec(text) ?? [];
  if (method === undefined) return null;
  return lines.filter(
    (line) => line.includes(`${method} /`) && new RegExp(`\\D${status}\\D`).test(`${line} `),
  ).length;
}

/** Whether this is the given line, with parts left out. */
function isLine(raw: RawText, number: number, text: string): boolean {
  let remaining = (raw.line(number) ?? '').replaceAll(/\s+/g, ' ');
  return text.split('…').every((part) => {
    const piece = part.replaceAll(/\s+/g, ' ').trim();
    const at = remaining.indexOf(piece);
    remaining = remaining.slice(at + piece.length);
    return at !== -1;
  });
}

/** Whether all its words are on that line, or on those that belong to it. */
function isFoundAt(raw: RawText, number: number, text: string): boolean {
  const around = Array.from({ length: linesOfOne }, (_, below) => raw.line(number + below) ?? '').join('\n');
  return wordsOf(withoutLevel(text)).every(
    (word) => around.includes(word) || raw.holds(word.replace(/[:,]$/, '')),
  );
}

const linesOfOne = 6;

/** A log may write its level as a number, or far from the message. */
const withoutLevel = (text: string): string => text.replace(/^(?:[A-Z]{3,9}|[a-z]{3,7}) (?=\S)/, '');

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/\(\+[\d,]+ characters\)/g, '')
    .split(/\s+|…/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 40);

function checkAlike([whole, count, example = '', from, to]: RegExpExecArray, raw: RawText): Statement {
  const values = [...example.matchAll(/\{([^{}]*(?: to | ×)[^{}]*)\}/g)].map(([, found = '']) => found);
  const ids = [...example.matchAll(varyingId)].map(([, id = '']) => id);
  const text = example
    .replaceAll(/\{[^{}]*(?: to | ×)[^{}]*\}/g, '0')
    .replaceAll(varyingId, '$1')
    .replace(/…$/, '')
    .replace(/\(\+[\d,]+ characters\)$/, '');
  const isLocated = [from, to].every((at) => raw.line(Number(at)) !== null);
  const max = raw.linesLike(text);
  const least = raw.linesEqualButDigits(raw.line(Number(from)) ?? '');
  const stated = numberOf(count);
  const isTrue =
    isLocated &&
    stated <= max &&
    // The first and the last of them are two lines.
    (from === to || stated > 1) &&
    values.every((found) => (found.includes('×') ? areCounted(found, stated, raw) : isRange(found, raw))) &&
    (whole.includes('at least') || stated >= least) &&
    ids.every((id) => raw.line(Number(from))?.includes(id) && raw.linesWith([id]) < raw.lines.length) &&
    (values.length + ids.length > 5 || raw.linesWith(sharedIds(example)) >= stated);
  return { text: whole, is: isTrue ? 'true' : 'false' };
}

/** `{req-7f, …}`: other lines have other ones. */
const varyingId = /\{([^{}]*), …\}/g;

/** IDs and addresses outside of braces, which all the lines share; a date and a time may differ. */
const sharedIds = (example: string): string[] =>
  example
    .replaceAll(/\{[^{}]*\}/g, ' ')
    .replace(/\S*(?:…|\(\+[\d,]+ characters\))$/, '')
    .split(/[\s"'=,;()[\]{}<>|:`]+/)
    .filter((token) => /^\p{L}+[\d-]*\d|^\d+(?:\.\d+){2,}$/u.test(token) && !/\d[T_-]\d/.test(token));

/** `101 to 363`: both are there, and in this order. `5.4, …`: it is there. */
function isRange(range: string, raw: RawText): boolean {
  if (range.endsWith(', …')) return holdsField(range.slice(0, -3), raw);
  const [from = '', to = ''] = range.split(' to ');
  return Number(from) < Number(to) && [from, to].every((end) => holdsField(end, raw));
}

/** Whether the number stands in a line by itself, also between the commas of CSV. */
function holdsField(written: string, { lines }: RawText): boolean {
  const digits = written.replace(/^-/, '').replace('.', '\\.');
  const exact = new RegExp(`(?<![\\d.])${digits}(?![\\d.]*\\d)`);
  if (lines.some((line) => exact.test(line))) return true;
  const padded = new RegExp(`(?<![\\d.])${digits}${digits.includes('.') ? '0*' : '\\.0+'}(?![\\d.]*\\d)`);
  const match = lines.map((line) => padded.exec(line)).find((found) => found !== null);
  return match !== undefined && areDecimals(match, lines);
}

/** Whether the numbers after the same words all have as many digits behind the point: `5.10` after `5.9` is a version. */
function areDecimals({ 0: found, index, input }: RegExpExecArray, lines: readonly string[]): boolean {
  const before = input
    .slice(Math.max(0, index - 12), index)
    .split(/\d+/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\d+');
  const alike = new RegExp(`${before}(\\d+\\.(\\d+))(?![\\d.]*\\d)`);
  const lengths = lines.map((line) => alike.exec(line)?.[2]?.length).filter((length) => length !== undefined);
  return lengths.every((length) => length === found.split('.')[1]?.length);
}

/** `201 ×148, 503 ×2`: each value is in so many lines, and all together are all of them. */
function areCounted(codes: string, total: number, raw: RawText): boolean {
  const counts = [...codes.matchAll(/(\d+) ×([\d,]+)/g)].map(([, value = '', count = '']) => ({
    value,
    count: numberOf(count),
  }));
  const sums = codes
    .split('; ')
    .map((part) =>
      [...part.matchAll(/×([\d,]+)/g)].reduce((sum, [, count = '']) => sum + numberOf(count), 0),
    );
  return (
    sums.every((sum, at) => (codes.split('; ')[at]?.includes('…') ? sum < total : sum === total)) &&
    counts.every(
      ({ value, count }) =>
        raw.lines.filter((line) => new RegExp(`\\b${value}\\b`).test(line)).length >= count,
    )
  );
}

/** Times of day, or numbers of seconds, at the start of lines. */
function checkPause([whole, seconds, from, to, then]: RegExpExecArray, raw: RawText): Statement {
  const timeOf = (line: string | null): number | null => {
    const [, hours, minutes, rest = ''] = /(\d\d):(\d\d):(\d\d(?:[.,]\d+)?)/.exec(line ?? '') ?? [];
    if (hours !== undefined)
      return Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest.replace(',', '.'));
    const [, decimal] = /^\D{0,3}(?:\d+ )?(\d+\.\d{3,})\s/.exec(line?.trimStart() ?? '') ?? [];
    return decimal === undefined ? null : Number(decimal);
  };
  const isAbout = (a: number, b: number) => Math.abs(a - b) <= Math.max(0.001, Math.abs(b) * 0.001);
  const between =
    (timeOf(raw.line(Number(to))) ?? Number.NaN) - (timeOf(raw.line(Number(from))) ?? Number.NaN);
  const times = raw.lines.flatMap((line) => timeOf(line) ?? []);
  const steps = times
    .slice(1)
    .map((time, at) => time - (times[at] ?? 0))
    .toSorted((a, b) => b - a);
  const isTrue =
    isAbout(between, Number(seconds)) &&
    isAbout(steps[0] ?? 0, between) &&
    isAbout(steps[1] ?? 0, Number(then));
  return { text: whole, is: isTrue ? 'true' : 'false' };
}

function checkKey([, key = '', of, message = '']: RegExpExecArray, raw: RawText): Statement[] {
  const written = raw.lines.flatMap((line) => {
    const at = line.indexOf(key);
    const [, value] = at === -1 ? [] : (/^\s*[:=]\s+(\S.*)$/.exec(line.slice(at + key.length)) ?? []);
    return value === undefined ? [] : [value.trim()];
  });
  return [
    { text: `${key} of ${of} lines`, is: numberOf(of) <= written.length ? 'true' : 'false' },
    ...[...message.matchAll(/(\S.*?) ×([\d,]+)(?:, |$)/g)].map(
      ([whole, value = '', count]): Statement => ({
        text: `${key}: ${whole}`,
        is: numberOf(count) <= written.filter((each) => each === value.trim()).length ? 'true' : 'false',
      }),
    ),
  ];
}

function checkFields([, position, of, message = '']: RegExpExecArray, raw: RawText): Statement[] {
  const filled = raw.lines.filter((line) => line.trim() !== '');
  const values = new Map<string, number>();
  for (const line of filled) {
    const cells = cellsOf(line);
    const cell = position === undefined ? cells.at(-1) : cells[Number(position) - 1];
    if (cell !== undefined) values.set(cell, (values.get(cell) ?? 0) + 1);
  }
  return [
    { text: `of ${of} lines`, is: numberOf(of) <= filled.length ? 'true' : 'false' },
    ...[...message.matchAll(/(\S.*?) ×([\d,]+)(?:, |$)/g)].map(([whole, value = '', count]): Statement => {
      const counted = values.get(value) ?? 0;
      return {
        text: `field ${position ?? 'last'}: ${whole}`,
        is: numberOf(count) <= counted ? 'true' : 'false',
      };
    }),
  ];
}

/** Splits at blanks, keeping text in square brackets together. */
const cellsOf = (line: string): string[] => line.match(/\[[^\]]{1,41}\]\S*|\S+/g) ?? [];
