import { copyString } from '../copy-string.ts';
import { aloneOf, type Candidate, type NotedLine } from './line-shape.ts';
import { createNumberSketch, type NumberSketch } from './number-sketch.ts';
import { fieldClasses, headFields, type LineScan, lastField, unitAt } from './scan-line.ts';
import { severityOf } from './severity.ts';
import type { Surroundings } from './surroundings.ts';

/** The values at one position of lines that start alike: a level, a status, an action. */
export interface FieldCategory {
  /** The word before the values; `null`: the values are identified by position. */
  key: string | null;
  /** 1-based; `null`: the last field. */
  position: number | null;
  lineCount: number;
  /** The most frequent value first. */
  values: FieldValue[];
  /** All values are labels, in capitals or brackets. */
  isLabel: boolean;
}

export interface FieldValue {
  text: string;
  count: number;
  line: number;
  candidate: Candidate | null;
  /** Further lines that start with a label of trouble, up to `maxTroubled`; `null`: it is another value. */
  troubled: Candidate[] | null;
}

export interface FieldTallies {
  /** @param line the one just entered in `surroundings`; a value that was not seen before makes it a candidate */
  add(line: NotedLine, scan: LineScan, surroundings: Surroundings): void;
  /** Fields with few values that most lines share; those of most lines first. */
  categories(): FieldCategory[];
  /** The first lines of each run whose leading numbers only fall: the top of a sorted list. */
  leaders(): Candidate[][];
  /** Lines with a number far above the others at its position. */
  farNumbers(): Candidate[];
}

const brace = 123;
/** Shorter runs may fall by chance. */
const minRanked = 6;
const minFalls = 4;
const maxLeaders = 3;
const maxRankings = 4;
const maxGroups = 60;
/** A field with more distinct values is not a category. */
const maxValues = 120;
const maxValueCharacters = 40;
const maxOtherShare = 0.02;
/** With more lines, their number says more than the lines. */
export const maxTroubled = 12;

interface Group {
  lineCount: number;
  /** `null`: the field has too many values, or is no category. */
  fields: (Map<number, FieldValue> | null | undefined)[];
  /** Lines whose value in a field is no label. */
  others: number[];
  numbers: (FieldNumbers | undefined)[];
  ranking: Ranking | null;
}

/** Consecutive lines whose first numbers do not rise. */
interface Ranking {
  last: number;
  lineCount: number;
  /** How often the number fell. */
  falls: number;
  leaders: NotedLine[];
}

interface FieldNumbers {
  sketch: NumberSketch;
  /** The line with the largest number so far. */
  top: Candidate | null;
}

/**
 * Counts the values of the first fields and of the last one, separately for lines that start with different
 * kinds of fields.
 */
export function createFieldTallies(): FieldTallies {
  const state = openFieldTallies();
  return {
    add: (line, scan, surroundings) => add(state, line, scan, surroundings),
    leaders: () => {
      for (const { ranking } of state.groups.values()) settle(state, ranking);
      return state.rankings;
    },
    farNumbers: () => farNumbers(state),
    categories: () =>
      mergeFields([...state.groups.values()])
        .flatMap(categoryOf)
        .toSorted((a, b) => b.lineCount - a.lineCount),
  };
}

const openFieldTallies = () => ({
  groups: new Map<number, Group>(),
  rankings: [] as Candidate[][],
});
type FieldTalliesState = ReturnType<typeof openFieldTallies>;

function settle(state: FieldTalliesState, ranking: Ranking | null) {
  if (
    ranking &&
    ranking.lineCount >= minRanked &&
    ranking.falls >= minFalls &&
    state.rankings.length < maxRankings
  )
    state.rankings.push(ranking.leaders.map(aloneOf));
}

function rank(state: FieldTalliesState, group: Group, value: number, line: NotedLine) {
  const { ranking } = group;
  if (ranking && value <= ranking.last) {
    ranking.lineCount += 1;
    if (value < ranking.last) ranking.falls += 1;
    ranking.last = value;
    if (ranking.leaders.length < maxLeaders) ranking.leaders.push(line);
    return;
  }
  settle(state, ranking);
  group.ranking = { last: value, lineCount: 1, falls: 0, leaders: [line] };
}

function add(state: FieldTalliesState, line: NotedLine, scan: LineScan, surroundings: Surroundings) {
  // In a JSON object, keys identify the values; positions do not.
  if (scan.fieldCount < 2 || unitAt(0) === brace) return;
  const key = (scan.indent > 0 ? 100 : 0) + (scan.fieldClass[0] ?? 0) * 10 + (scan.fieldClass[1] ?? 0);
  let group = state.groups.get(key);
  if (!group) {
    if (state.groups.size >= maxGroups) return;
    group = { lineCount: 0, fields: [], others: [], numbers: [], ranking: null };
    state.groups.set(key, group);
  }
  group.lineCount += 1;
  if (scan.fieldClass[0] === fieldClasses.number) {
    const value = plainNumber(scan.fieldStart[0] ?? 0, scan.fieldEnd[0] ?? 0);
    if (!Number.isNaN(value)) rank(state, group, value, line);
  }
  const inHead = Math.min(scan.fieldCount, headFields);
  for (let field = 0; field < inHead; field += 1) note(group, field, field, scan, line, surroundings);
  if (scan.fieldCount > 3) {
    const slot = scan.fieldCount > headFields ? lastField : scan.fieldCount - 1;
    note(group, lastField, slot, scan, line, surroundings);
  }
}

const farNumbers = (state: FieldTalliesState): Candidate[] =>
  [...state.groups.values()].flatMap(({ numbers }) =>
    numbers.flatMap((field) => (field?.top && field.sketch.max > field.sketch.farAbove() ? [field.top] : [])),
  );

function note(
  group: Group,
  field: number,
  slot: number,
  scan: LineScan,
  line: NotedLine,
  surroundings: Surroundings,
): void {
  const fieldClass = scan.fieldClass[slot];
  if (fieldClass === fieldClasses.number) addNumber(group, field, slot, scan, line.number, surroundings);
  const values = group.fields[field];
  if (values === null) return;
  const hash = scan.fieldHash[slot] ?? 0;
  const known = values?.get(hash);
  if (known) {
    known.count += 1;
    if (known.troubled && known.troubled.length < maxTroubled) known.troubled.push(surroundings.capture());
    return;
  }
  const start = scan.fieldStart[slot] ?? 0;
  const end = scan.fieldEnd[slot] ?? 0;
  const isCode = fieldClass === fieldClasses.number && end - start === 3;
  const isLabel = fieldClass === fieldClasses.word || fieldClass === fieldClasses.bracket || isCode;
  if (!isLabel || end - start > maxValueCharacters) {
    const others = (group.others[field] ?? 0) + 1;
    group.others[field] = others;
    // A few lines of another kind do not make it less of a category.
    if (others > group.lineCount * maxOtherShare) group.fields[field] = null;
    return;
  }
  if ((values?.size ?? 0) >= maxValues) {
    group.fields[field] = null;
    return;
  }
  const text = copyString(line.text.slice(start, end));
  const value: FieldValue = {
    text,
    count: 1,
    line: line.number,
    candidate: group.lineCount > 3 ? surroundings.capture() : null,
    troubled: field === 0 && isTroubleLabel(text) ? [] : null,
  };
  if (values) values.set(hash, value);
  else group.fields[field] = new Map([[hash, value]]);
}

/** Adds a number by position, since lines with names differ in their words and share no shape. */
function addNumber(
  group: Group,
  field: number,
  slot: number,
  scan: LineScan,
  line: number,
  surroundings: Surroundings,
): void {
  const value = plainNumber(scan.fieldStart[slot] ?? 0, scan.fieldEnd[slot] ?? 0);
  if (Number.isNaN(value)) return;
  const known = group.numbers[field] ?? { sketch: createNumberSketch(), top: null };
  group.numbers[field] = known;
  const novelty = known.sketch.add(value, line);
  if (novelty === 'largest' && !(known.sketch.isRising() && known.sketch.count > 4))
    known.top = surroundings.capture();
}

/** `CRIT`, `[warn]`, `FAIL:` */
const isTroubleLabel = (text: string): boolean =>
  /^[[(<]?[^\p{Ll}]+$|^[[(<]/u.test(text) && severityOf(text) > 0;

const maxDigits = 15;

/**
 * The numeric value of a field of the last scanned line, `1,234.5`, `(12ms)` or `$7`; `NaN`: it is not just a
 * number. Reads characters, since results have millions of fields.
 */
function plainNumber(start: number, end: number): number {
  let at = start;
  if (openings.has(unitAt(at))) at += 1;
  const isNegative = unitAt(at) === minus;
  if (isNegative) at += 1;
  let value = 0;
  let digits = 0;
  let scale = 0;
  for (; at < end; at += 1) {
    const code = unitAt(at);
    if (code >= zero && code <= zero + 9) {
      value = value * 10 + (code - zero);
      digits += 1;
      scale *= 10;
    } else if (code === dot && scale === 0 && digits > 0) scale = 1;
    else if (code !== comma || scale > 0 || digits === 0) break;
  }
  if (digits === 0 || digits > maxDigits) return Number.NaN;
  const last = closings.has(unitAt(end - 1)) ? end - 1 : end;
  if (last - at > 3) return Number.NaN;
  for (; at < last; at += 1) if (!unitCharacters.has(unitAt(at))) return Number.NaN;
  const size = scale > 1 ? value / scale : value;
  return isNegative ? -size : size;
}

const codesOf = (characters: string) => new Set(Array.from(characters, (one) => one.charCodeAt(0)));
const openings = codesOf('([$€£');
const closings = codesOf(')],;');
const unitCharacters = codesOf('%µabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ');
const [minus, zero, dot, comma] = [45, 48, 46, 44];

const maxStatuses = 12;

/** Status codes such as those of HTTP. */
const areStatuses = (values: ReadonlyMap<number, FieldValue>): boolean =>
  values.size <= maxStatuses && [...values.values()].every(({ text }) => /^[1-5]\d\d$/.test(text));

/** The values at one position, over all lines that share at least one of them. */
interface MergedField {
  field: number;
  lineCount: number;
  values: ReadonlyMap<number, FieldValue>;
}

/**
 * Lines that start alike may differ in a later field, and are then counted in several groups: a value's count
 * is the sum over all of them.
 */
function mergeFields(groups: readonly Group[]): MergedField[] {
  return Array.from({ length: lastField + 1 }, (_, field) => {
    let merged: MergedField[] = [];
    for (const { lineCount, fields } of groups) {
      const values = fields[field];
      if (!values) continue;
      const shares = (other: MergedField) => [...values.keys()].some((hash) => other.values.has(hash));
      const own: MergedField = { field, lineCount, values };
      const alike = merged.filter(shares);
      merged = [...merged.filter((other) => !alike.includes(other)), [...alike, own].reduce(mergeTwo)];
    }
    return merged;
  }).flat();
}

function mergeTwo(a: MergedField, b: MergedField): MergedField {
  const values = new Map(a.values);
  for (const [hash, value] of b.values) {
    const known = values.get(hash);
    values.set(hash, known ? addValues(known, value) : value);
  }
  return { field: a.field, lineCount: a.lineCount + b.lineCount, values };
}

function addValues(a: FieldValue, b: FieldValue): FieldValue {
  const first = a.line <= b.line ? a : b;
  const troubled = a.troubled && b.troubled ? [...a.troubled, ...b.troubled].slice(0, maxTroubled) : null;
  return {
    ...first,
    count: a.count + b.count,
    candidate: first.candidate ?? a.candidate ?? b.candidate,
    troubled,
  };
}

function categoryOf({ field, lineCount, values }: MergedField): FieldCategory[] {
  if (lineCount < 12) return [];
  const total = [...values.values()].reduce((sum, { count }) => sum + count, 0);
  const isCategory =
    total >= lineCount * 0.7 &&
    values.size >= 2 &&
    values.size <= Math.max(3, Math.min(24, total / 6)) &&
    ([...values.values()].every(({ text }) => /\p{L}/u.test(text)) || areStatuses(values));
  if (!isCategory) return [];
  const sorted = [...values.values()].toSorted((a, b) => b.count - a.count || a.line - b.line);
  // When many values are about equally frequent, none of them characterises the lines.
  const leading = sorted.slice(0, 3).reduce((sum, { count }) => sum + count, 0);
  if (leading < total / 2) return [];
  return [
    {
      key: null,
      position: field === lastField ? null : field + 1,
      lineCount: total,
      values: sorted,
      isLabel: sorted.every(({ text }) => /^[^\p{Ll}]+$|^[[(<]/u.test(text)),
    },
  ];
}
