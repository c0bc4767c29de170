import { ranks } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { FieldCategory } from './field-tallies.ts';
import type { Finding } from './finding.ts';
import { linePattern } from './line-pattern.ts';
import type { LineShape } from './line-shape.ts';
import type { Pause } from './pauses.ts';
import type { Survey } from './survey.ts';

/** Findings about many lines at once: what they look like, and the values of one of their fields. */
export function countFindings(
  shapes: readonly LineShape[],
  categories: readonly FieldCategory[],
  pause: Pause | null,
  { filledLines }: Survey,
): Finding[] {
  const alike = shapes
    .filter(
      ({ count, first }) =>
        count >= 5 && count >= filledLines * 0.08 && /\p{L}{2}/u.test(first[0]?.line.text ?? ''),
    )
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 4)
    .map((shape) => countFinding(alikeText(shape), 1.6 + (3 * shape.count) / filledLines, shape));
  const values = distinct(categories)
    .filter(({ key, lineCount }) => lineCount > filledLines * (key === null ? 0.15 : 0.05))
    .slice(0, 5)
    .map((category) =>
      countFinding(
        categoryText(category),
        (category.isLabel ? 5 : 2.2) + (2.5 * category.lineCount) / filledLines,
        null,
      ),
    );
  const pauses = pause === null ? [] : [countFinding(pauseText(pause), pauseWeight, null)];
  return [...pauses, ...values, ...alike];
}

/** Drops fields that divide the lines in the same way as another. */
function distinct(categories: readonly FieldCategory[]): FieldCategory[] {
  const byDivision = new Map<string, FieldCategory>();
  for (const category of categories) {
    const division = category.values.map(({ count, line }) => `${count}@${line}`).join();
    const known = byDivision.get(division);
    if (!known || (category.isLabel && !known.isLabel)) byDivision.set(division, category);
  }
  return [...byDivision.values()];
}

function alikeText(shape: LineShape): string {
  const { count, isLowerBound, firstLine, lastLine } = shape;
  const example = quote(linePattern(shape), 140);
  return `${isLowerBound ? 'at least ' : ''}${figure(count)} lines like "${example}" (${firstLine} to ${lastLine})`;
}

const pauseWeight = 5;
const rounded = (value: number): number => Number(value.toPrecision(4));

const pauseText = ({ isTime, seconds, otherSeconds, from, to }: Pause): string =>
  isTime
    ? `longest time between lines: ${rounded(seconds)} s, from line ${from} to ${to} (then ${rounded(otherSeconds)} s)`
    : `largest step of a number: ${rounded(seconds)}, from line ${from} to ${to} (then ${rounded(otherSeconds)})`;

const maxShownValues = 8;

function categoryText({ key, position, lineCount, values }: FieldCategory): string {
  const shown = values.slice(0, maxShownValues).map(({ text, count }) => `${text} ×${figure(count)}`);
  const remaining = values.length - shown.length;
  const where = key ?? (position === null ? 'last field' : `field ${position}`);
  return `${where} of ${plural(lineCount, 'line')}: ${shown.join(', ')}${remaining > 0 ? `, … ${figure(remaining)} more` : ''}`;
}

const countFinding = (text: string, weight: number, shape: LineShape | null): Finding => ({
  rank: ranks.sample + Math.max(0, 20 - 2 * weight),
  text,
  isProblem: false,
  position: null,
  weight,
  reason: 'count',
  shape: shape?.firstLine ?? null,
  needs: null,
});
