import { ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { codesOf } from './codes-of.ts';
import { excerpt } from './excerpt.ts';
import type { Finding, FindingReason } from './finding.ts';
import { type Candidate, type LineShape, maxRows, type NotedLine } from './line-shape.ts';
import { isOwnFrame, isVendored } from './surroundings.ts';

/** A line with the reasons for which it may be odd, and their weights. */
export interface ScoredLine {
  candidate: Candidate;
  shape: LineShape | null;
  weights: Partial<Record<FindingReason, number>>;
}

/** Whether a line starts a record: the shape of the result's first line recurs. */
const startsRecords = ({ shape }: NotedLine): boolean => shape !== null && shape.count >= 3;

/** One of many alike lines that means nothing by itself, so it is not useful as context. */
const isUsual = ({ shape }: NotedLine): boolean => shape !== null && shape.count >= 6 && shape.severity < 1;

/** Whether the line is more than a separator or a bracket. */
export const hasContent = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const minWeight = 0.3;
export const minWeightForContext = 2.2;

/**
 * A line and its context: an odd line brings the head of its block and what is indented below it, but not
 * lines like itself.
 */
export function lineFindings(
  { candidate, shape, weights: allWeights }: ScoredLine,
  showing: Showing,
): Finding[] {
  // A number far from the others is the largest, too.
  const { largest, ...others } = allWeights;
  const weights = others.number === undefined && largest !== undefined ? allWeights : others;
  const { line } = candidate;
  const [[reason] = ['edge' as FindingReason]] = (
    Object.entries(weights) as [FindingReason, number][]
  ).toSorted(([, a], [, b]) => b - a);
  let weight = Object.values(weights).reduce((sum, each) => sum + each, 0);
  if (candidate.followsFailures && (weights.total ?? 0) === 0) weight += 1.1;
  if (!hasContent(line.text)) weight *= 0.2;
  if (weight > minWeight && isOwnFrame(line.text)) weight += 0.6;
  if (isVendored(line.text) && reason !== 'severity') weight *= 0.7;
  if (weight < minWeight) return [];
  const main = lineFinding(line, { reason, weight, shape, needs: null }, showing);
  if (weight < minWeightForContext || reason === 'edge') return [main];
  return [main, ...contextOf(candidate, main, showing)];
}

function contextOf(candidate: Candidate, main: Finding, showing: Showing): Finding[] {
  const { line, above, head, record, location, before, after, frame, conclusion } = candidate;
  const seen = new Set([line.number]);
  const found: Finding[] = [];
  const bring = (other: NotedLine | null, share: number) => {
    if (other === null || seen.has(other.number) || share <= 0 || !hasContent(other.text)) return;
    if (isUsual(other) && other.indent <= line.indent && other !== frame && other !== record) return;
    seen.add(other.number);
    found.push(
      lineFinding(
        other,
        { reason: 'context', weight: main.weight * share, shape: null, needs: main },
        showing,
      ),
    );
  };
  for (const each of above) bring(each, 0.62);
  if (main.reason === 'severity') {
    bring(location, 0.85);
    bring(conclusion, 0.9);
  }
  // Where blank lines separate blocks, a line belongs to the head of its block, not to the record.
  if (record && record.number >= (head?.number ?? 0) && record.shape !== line.shape && startsRecords(record))
    bring(record, 0.62);
  bring(head, 0.55);
  bring(before, 0.4);
  if (main.reason === 'severity') bring(frame, 0.6);
  const leads = /:\s*$/.test(line.text);
  for (const [at, next] of after.entries())
    bring(next, (leads ? 0.75 : next.indent > line.indent ? 0.6 : 0.45) - at * 0.1);
  return found;
}

interface Judged extends Pick<Finding, 'reason' | 'weight' | 'needs'> {
  shape: LineShape | null;
}

export interface Showing {
  isFile: boolean;
  /** The date that all lines start with, which is therefore omitted; `''`: there is none. */
  date: string;
  isProblem(shape: LineShape): boolean;
}

function lineFinding(
  line: NotedLine,
  { reason, weight, shape, needs }: Judged,
  { isFile, isProblem, date }: Showing,
): Finding {
  const isDated = date !== '' && reason !== 'edge' && line.text.startsWith(date);
  const shown = excerpt(isDated ? line.text.slice(date.length) : line.text);
  const separator = isFile ? `\t${/^[ \t]{0,40}/.exec(line.text)?.[0] ?? ''}` : ': ';
  const isFault = needs === null && shape !== null && isProblem(shape);
  const isUnlike = reason === 'number' && (shape?.count ?? 0) > maxRows;
  const note = isUnlike
    ? ' (a number unlike most others)'
    : reason === 'unequal'
      ? ' (two numbers differ that are the same in most others)'
      : alikeNote(shape, line.number);
  return {
    rank: rankOf(weight, isFault),
    line: line.number,
    position: line.number,
    text: `${line.number}${separator}${shown}${note}`,
    quotes: shown.split(' … ').map((part) => part.replace(/…$/, '')),
    isProblem: isFault,
    weight,
    reason,
    shape: shape?.firstLine ?? null,
    ...(shape !== null && reason === 'total' && areFew(shape) ? { isOfFew: true } : {}),
    needs,
  };
}

/** How many lines are like a shown one; for a few that differ in one number, that number for each. */
function alikeNote(shape: LineShape | null, line: number): string {
  if (shape === null || shape.count < 2) return '';
  if (areFew(shape)) return fewNote(shape, line);
  const others = valuesBeside(shape, line);
  if (shape.count === 2 && others === null) return '';
  const count = `one of ${shape.isLowerBound ? 'at least ' : ''}${figure(shape.count)}`;
  if (others !== null) return ` (${count} alike: ${others})`;
  if (!haveOtherValues(shape)) return ` (${count} alike)`;
  const codes = codesOf(shape);
  return ` (${count} with other values${codes === '' ? '' : `: ${codes}`})`;
}

const haveOtherValues = ({ hasOtherHoles, numbers, rows }: LineShape): boolean =>
  hasOtherHoles ||
  numbers.some(({ min, max }) => min !== max) ||
  rows.some((row) => row.numbers.some((value, at) => value !== rows[0]?.numbers[at]));

/** So few lines that differ in several places may say different things. */
const maxFew = 4;

const areFew = (shape: LineShape): boolean =>
  shape.count > 1 && shape.count <= maxFew && shape.rows.length === shape.count && !areEqual(shape);

const areEqual = ({ rows }: LineShape): boolean => {
  const [first] = rows;
  const differing = new Set(
    rows.flatMap(({ numbers }) => numbers.flatMap((value, at) => (value === first?.numbers[at] ? [] : [at]))),
  );
  return differing.size <= 1 && rows.every(({ holes }) => holes === first?.holes);
};

/** ` (with other values at 70 and 135)` */
function fewNote({ rows, isLowerBound }: LineShape, line: number): string {
  const others = rows.filter((row) => row.line !== line).map((row) => row.line);
  return isLowerBound || others.length === 0 ? '' : ` (with other values at ${listed(others)})`;
}

const listed = (numbers: readonly number[]): string =>
  numbers.length < 2 ? numbers.join() : `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;

/** `0 at 81, 2250 at 140`; `null`: there are too many lines, or they differ in more than one number. */
function valuesBeside({ count, isLowerBound, rows }: LineShape, line: number): string | null {
  if (isLowerBound || rows.length < count) return null;
  const own = rows.find((row) => row.line === line);
  const others = rows.filter((row) => row !== own);
  if (others.some(({ holes }) => holes !== own?.holes)) return null;
  const differing = own?.numbers.flatMap((value, at) =>
    others.some(({ numbers }) => numbers[at] !== value) ? [at] : [],
  );
  const [at] = differing ?? [];
  if (at === undefined || differing?.length !== 1) return null;
  return others.map((row) => `${row.numbers[at]} at ${row.line}`).join(', ');
}

/** Maps a weight to a fact's rank, for "why this view" and for people. */
const rankOf = (weight: number, isFault: boolean): number =>
  isFault ? ranks.failure + Math.max(0, 9 - weight) : ranks.sample + Math.max(0, 20 - 2 * weight);
