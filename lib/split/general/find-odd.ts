import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { countFindings } from './count-findings.ts';
import { datePrefixOf } from './date-prefix.ts';
import { oddPairLines } from './equal-pairs.ts';
import { type FieldCategory, maxTroubled } from './field-tallies.ts';
import type { FindingReason, Findings } from './finding.ts';
import { hasContent, lineFindings, minWeightForContext, type ScoredLine } from './line-findings.ts';
import { aloneOf, type Candidate, type LineShape, type NotedLine } from './line-shape.ts';
import type { Pause } from './pauses.ts';
import { severityOf } from './severity.ts';
import type { GeneralEnding, Nature, Survey } from './survey.ts';

/**
 * Finds what stands out, scoring each line by what is known about the whole: a line is odd only among many
 * that are alike, and an error word counts only as far as the text is a report.
 */
export function findOdd(survey: Survey, { exitCode, nature, isFile }: GeneralEnding): Findings {
  const scored = new Map<number, ScoredLine>();
  const add = (candidate: Candidate, shape: LineShape | null, reason: FindingReason, weight: number) => {
    if (weight <= 0.2) return;
    const { number } = candidate.line;
    const known = scored.get(number) ?? { candidate, shape, weights: {} };
    known.shape ??= shape;
    known.weights[reason] = Math.max(known.weights[reason] ?? 0, weight);
    scored.set(number, known);
  };
  const trust = trustOf(nature, exitCode);
  const shapes = [...survey.shapes.all];
  const sameness = samenessOf(survey, shapes);
  const categories = nature === 'code' ? [] : [...survey.keys.categories(), ...survey.fields.categories()];

  for (const shape of shapes) {
    scoreShape(shape, survey, { trust, sameness, nature }, add);
  }
  for (const category of categories) scoreCategory(category, add);
  if (nature !== 'code') {
    for (const candidate of survey.fields.farNumbers()) add(candidate, candidate.line.shape, 'number', 3);
    for (const leaders of survey.fields.leaders())
      for (const [index, leader] of leaders.entries())
        add(leader, leader.line.shape, 'leader', 3 - index * 0.4);
    scoreEdges(survey, add);
  }
  const pause = nature === 'report' ? survey.pauses.longest() : null;
  if (pause) scorePause(pause, add);

  const isProblem = problemJudge(shapes, exitCode, nature);
  const isVerbatim = isFile && nature !== 'report';
  const date = isVerbatim ? '' : dateOf(survey);
  const lines = [...scored.values()].flatMap((one) =>
    lineFindings(one, { isFile: isVerbatim, isProblem, date }),
  );
  const counts = nature === 'report' ? countFindings(shapes, categories, pause, survey) : [];
  const isStrong = (...reasons: FindingReason[]) =>
    lines.some(({ reason, weight }) => reasons.includes(reason) && weight >= minWeightForContext);
  return {
    all: [...counts, ...lines],
    isTroubled: hasFailed(exitCode) || isStrong('severity'),
    hasOdd: isStrong('number', 'unequal', 'largest', 'value'),
    filledLines: survey.filledLines,
    errorLines: survey.errorLines,
    middlePosition: ((survey.begin[0]?.line.number ?? 0) + survey.lastNumber) / 2,
  };
}

/** The date that both the first dated line and the last one start with; `''` when it differs. */
function dateOf({ begin, end }: Survey): string {
  const first = begin.map(({ line }) => datePrefixOf(line.text)).find((date) => date !== '');
  const last = end.map(({ text }) => datePrefixOf(text)).findLast((date) => date !== '');
  return first !== undefined && first === last ? first : '';
}

/**
 * Judges which shapes are problems. Where a failed command's output names no error, weaker words such as
 * `denied` or `not found` are enough.
 */
function problemJudge(
  shapes: readonly LineShape[],
  exitCode: number | null,
  nature: Nature,
): (shape: LineShape) => boolean {
  if (nature === 'code') return () => false;
  const namesError = shapes.some(({ severity }) => severity >= 2.5);
  const least = hasFailed(exitCode) && !namesError ? 1.6 : 2.5;
  return ({ severity }) => severity >= least;
}

type Add = (candidate: Candidate, shape: LineShape | null, reason: FindingReason, weight: number) => void;

function trustOf(nature: Nature, exitCode: number | null): number {
  if (nature === 'code') return 0.15;
  if (hasFailed(exitCode)) return 1.15;
  return nature === 'text' ? 0.3 : 0.75;
}

/**
 * The share of repetition in a result, lowered when many lines are rare: where everything is rare, a rare
 * line means nothing.
 */
function samenessOf(
  { shapes: { forgottenLines }, filledLines }: Survey,
  shapes: readonly LineShape[],
): number {
  if (filledLines === 0) return 0;
  const sum = (keep: (shape: LineShape) => boolean) =>
    shapes.reduce((total, shape) => total + (keep(shape) ? shape.count : 0), 0);
  const repeated = sum(({ count }) => count >= 4);
  const rare = sum(({ count }) => count <= 2) + forgottenLines;
  return (repeated / filledLines) * Math.min(1, 16 / Math.max(1, rare));
}

interface Scale {
  trust: number;
  sameness: number;
  nature: Nature;
}

function scoreShape(shape: LineShape, survey: Survey, { trust, sameness, nature }: Scale, add: Add): void {
  const { filledLines, lastNumber, totalLines } = survey;
  const dampen = shape.isPassed ? 0.3 : 1;
  const rarity = shape.count <= 3 ? Math.min(3.2, Math.log2(filledLines / shape.count) / 2.5) * sameness : 0;
  const candidates = shape.last ? [...shape.first, shape.last] : shape.first;
  for (const [at, candidate] of candidates.entries()) {
    const { line } = candidate;
    const isBare = line.text.length < 30 && !/[^\p{Ll}\s]/u.test(line.text);
    // The first of several alike errors is the likely cause of the others.
    const firstWeight = at === 0 ? 1.15 : 1;
    add(candidate, shape, 'severity', shape.severity * trust * (isBare ? 0.25 : 1) * dampen * firstWeight);
    // In a report of counters, the few error counters above 0 are of interest.
    if (shape.isCounter && nature !== 'code') add(candidate, shape, 'severity', counterWeight);
    if (hasContent(line.text)) add(candidate, shape, 'rare', rarity * dampen);
    if (nature !== 'code' && shape.totality > 0 && shape.count <= 12 && !shape.isPassed)
      add(candidate, shape, 'total', totalWeight(candidate, shape, lastNumber - line.number, totalLines));
  }
  if (nature === 'code' || shape.count < 8) return;
  scoreNumbers(shape, filledLines, dampen, add);
}

/** A total near the end is the result; among many totals in the middle, each means little. */
function totalWeight(
  { followsTotal }: Candidate,
  { totality }: LineShape,
  linesLeft: number,
  totalLines: number,
): number {
  const where = linesLeft < 25 ? 1.5 : 0.9 * Math.min(1, 16 / Math.max(1, totalLines));
  return totality * where + (linesLeft < 6 ? 1 : 0) + (followsTotal ? 0.9 : 0);
}

const counterWeight = 2.3;
const maxForLeap = 2.5;

/** With a smaller share of the lines, a version is not the usual one. */
const rareVersion = 0.25;

/** Scores numbers far from all others, and rare values of codes and versions. */
function scoreNumbers(shape: LineShape, filledLines: number, dampen: number, add: Add): void {
  const retained = new Map([
    ...shape.first.map((each) => [each.line.number, each] as const),
    ...shape.extremes,
  ]);
  const odd = shape.numbers.length > 4 ? 2.4 : 4;
  for (const { line, count } of shape.versions?.values() ?? []) {
    const candidate = retained.get(line);
    if (candidate && count < shape.count * rareVersion) add(candidate, shape, 'value', odd * dampen);
  }
  for (const line of oddPairLines(shape)) {
    const candidate = retained.get(line);
    if (candidate) add(candidate, shape, 'unequal', odd * dampen);
  }
  for (const sketch of shape.numbers) {
    const top = retained.get(sketch.maxLine);
    const isFar = sketch.max > sketch.farAbove();
    if (top && isFar) add(top, shape, 'number', (odd + Math.min(maxForLeap, sketch.leap())) * dampen);
    else if (top && shape.count > filledLines * 0.1 && !sketch.isRising() && sketch.min !== sketch.max)
      add(top, shape, 'largest', 2 * dampen);
    const bottom = retained.get(sketch.minLine);
    if (bottom && sketch.min <= sketch.farBelow()) add(bottom, shape, 'number', odd * dampen);
    for (const line of sketch.seldom().values()) {
      const candidate = retained.get(line);
      if (candidate) add(candidate, shape, 'value', odd * dampen);
    }
  }
}

/** The words of such a line are scored as well. */
const troubleShare = 0.5;

const pauseWeight = 3.2;

/** What came before a pause may have caused it. */
function scorePause({ candidate }: Pause, add: Add): void {
  add(candidate, candidate.line.shape, 'pause', pauseWeight);
  if (candidate.before) add(aloneOf(candidate.before), candidate.before.shape, 'pause', pauseWeight);
}

/** Scores lines with a rare value in a field that has few values: a level, a status. */
function scoreCategory({ values, lineCount, isLabel }: FieldCategory, add: Add): void {
  const isRare = ({ count }: { count: number }) => count <= Math.max(1, lineCount * 0.04);
  const rare = values.filter(isRare);
  const share = Math.min(1, 4 / Math.max(1, rare.length));
  // Few lines that report trouble are all worth showing.
  for (const { text, candidate, troubled, count } of values) {
    if (!isLabel || !troubled || count > maxTroubled || count > lineCount / 4) continue;
    for (const each of candidate ? [candidate, ...troubled] : troubled)
      add(each, each.line.shape, 'value', severityOf(text) * troubleShare);
  }
  for (const { candidate, count } of rare) {
    if (!candidate) continue;
    const rarity = Math.min(1.6, Math.log2(lineCount / count) / 6);
    add(candidate, candidate.line.shape, 'value', ((isLabel ? 4 : 1.8) + rarity) * share);
  }
}

function scoreEdges({ begin, end, lastNumber }: Survey, add: Add): void {
  for (const [at, candidate] of begin.entries()) {
    add(candidate, candidate.line.shape, 'edge', at < 2 ? 2.4 - at * 0.4 : 0.7);
  }
  const closing = closingOf(end);
  for (const line of end) {
    const linesLeft = lastNumber - line.number;
    const weight = linesLeft < 3 ? 2.8 - linesLeft * 0.5 : 0.7;
    add(aloneOf(line), line.shape, 'edge', weight);
    if (closing.includes(line)) add(aloneOf(line), line.shape, 'total', closingWeight);
  }
}

const maxClosing = 6;
const closingWeight = 3.4;
/** Several words and a number. */
const isSentence = /(?=.*\d)\p{L}{2,}.*\p{L}{2,}.*\p{L}{2,}/u;

/**
 * The paragraph that a result ends with, set apart by a blank line or a rule, if no line of it is like many
 * others: it often sums up the rest.
 */
function closingOf(end: Survey['end']): readonly NotedLine[] {
  const closing: NotedLine[] = [];
  for (const line of end.toReversed()) {
    const below = closing.at(-1);
    const isApart = below !== undefined && below.number !== line.number + 1;
    if (isApart || !hasContent(line.text)) return closing.filter(({ text }) => isSentence.test(text));
    if (closing.length === maxClosing || (line.shape?.count ?? 0) > 2) return [];
    closing.push(line);
  }
  return [];
}
