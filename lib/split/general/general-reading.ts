import { notePairs } from './equal-pairs.ts';
import { createFieldTallies } from './field-tallies.ts';
import { findOdd } from './find-odd.ts';
import type { Findings } from './finding.ts';
import { createKeyTallies } from './key-tallies.ts';
import { type Candidate, type LineShape, maxRows, type NotedLine } from './line-shape.ts';
import { createPauses } from './pauses.ts';
import { createLineScanner, type LineScan } from './scan-line.ts';
import { countsTrouble, saysPassed, severityOf } from './severity.ts';
import { addVersion, createShapeTable, sketchAt } from './shape-table.ts';
import { createSurroundings, type Surroundings } from './surroundings.ts';
import type { GeneralEnding } from './survey.ts';
import { countsFailures, totalityOf } from './totality.ts';

export interface GeneralReading {
  lines(lines: readonly string[], from: number): void;
  finish(ending: GeneralEnding): Findings;
}

const edgeLines = 8;
const firstOfShape = 3;
const maxExtremes = 12;
/** A shape with words in quotes is judged again for up to this many of its lines. */
const maxHiddenJudged = 400;
const maxMinSeverity = 1;
/** As severe as a warning. */
const counterSeverity = 1.8;

/**
 * Reads any output without knowing the program: counts what is usual and keeps the lines that may be unusual.
 */
export function createGeneralReading(): GeneralReading {
  const scanner = createLineScanner();
  const shapes = createShapeTable();
  const fields = createFieldTallies();
  const keys = createKeyTallies();
  const pauses = createPauses();
  const surroundings = createSurroundings();
  const begin: Candidate[] = [];
  const end: NotedLine[] = [];
  let filledLines = 0;
  let totalLines = 0;
  let errorLines = 0;
  let lastNumber = 0;

  const look = (text: string, number: number) => {
    const scan = scanner.scan(text);
    lastNumber = number;
    if (scan.isBlank) {
      surroundings.blank();
      return;
    }
    filledLines += 1;
    const shape = shapes.of(scan.shape, number);
    shape.count += 1;
    shape.lastLine = number;
    const words = judge(shape, scan, text);
    const isTotal = words.totality >= 0.9;
    const isError = words.severity >= 2.5;
    if (isTotal) totalLines += 1;
    if (isError) errorLines += 1;
    const line = surroundings.enter({ text, number, indent: scan.indent, shape }, isError);
    addNumbers(shape, scan, number, surroundings);
    if (scan.versionEnd > 0)
      noteVersion(shape, text.slice(scan.versionStart, scan.versionEnd), number, surroundings);
    fields.add(line, scan, surroundings);
    keys.add(text, number, surroundings);
    pauses.add(line, scan, surroundings);
    // When almost no two lines are alike, no line is odd.
    const isVaried = shapes.forgottenLines > filledLines / 2;
    noteLine(shape, words, isVaried, surroundings);
    if (begin.length < edgeLines) begin.push(surroundings.capture());
    end.push(line);
    if (end.length > edgeLines) end.shift();
    surroundings.leave(isTotal, isTotal && countsFailures(text));
  };
  return {
    lines(lines, from) {
      for (let at = 0; at < lines.length; at += 1) look(lines[at] ?? '', from + at);
      surroundings.settle();
    },
    finish: (ending) =>
      findOdd(
        { shapes, fields, keys, pauses, filledLines, lastNumber, totalLines, errorLines, begin, end },
        ending,
      ),
  };
}

interface Words {
  severity: number;
  totality: number;
}

/**
 * All lines of a shape have the same words, except in quotes and paths, so they are judged once; lines with
 * words in those are judged individually.
 */
function judge(shape: LineShape, scan: LineScan, text: string): Words {
  if (shape.count === 1 || (scan.hidesWords && shape.count < maxHiddenJudged)) {
    const ofWords = scan.mayBeSevere || text.includes('***') ? severityOf(text) : 0;
    const isCounter = ofWords === 0 && scan.fieldCount <= 2 && countsTrouble(text);
    const severity = isCounter ? counterSeverity : ofWords;
    if (isCounter) shape.isCounter = true;
    const totality = scan.mayBeTotal ? totalityOf(text) : 0;
    if (shape.count === 1) shape.isPassed = saysPassed(text);
    shape.severity = Math.max(shape.severity, severity);
    shape.totality = Math.max(shape.totality, totality);
    return { severity, totality };
  }
  // `0 failed` and `3 failed` have the same shape.
  const hasZero = scan.mayBeSevere && scan.numberCount > 0 && scan.numbers.indexOf(0) !== -1;
  if (hasZero && shape.severity > 0) return { severity: severityOf(text), totality: shape.totality };
  return shape;
}

function noteVersion(shape: LineShape, version: string, line: number, surroundings: Surroundings): void {
  const isNew = addVersion(shape, version, line);
  if (isNew && shape.count > firstOfShape && shape.extremes.size < maxExtremes)
    shape.extremes.set(line, surroundings.capture());
}

function addNumbers(shape: LineShape, scan: LineScan, number: number, surroundings: Surroundings): void {
  const [first] = shape.rows;
  if (!first) shape.holeHashes = [...scan.holeHash.subarray(0, scan.holeCount)];
  else if (scan.holes !== first.holes) compareHoles(shape, scan);
  // An ID that happens to consist of digits would move the numbers behind it.
  if (first && scan.numberCount !== first.numbers.length) {
    shape.hasOtherHoles = true;
    return;
  }
  noteFractions(shape, scan);
  if (scan.numberCount > 1 && notePairs(shape, scan, number))
    shape.extremes.set(number, surroundings.capture());
  if (shape.count <= maxRows) {
    const numbers = scan.numberCount === 0 ? [] : [...scan.numbers.subarray(0, scan.numberCount)];
    shape.rows.push({ line: number, numbers, holes: scan.holes });
    // Most shapes occur once or twice and need no statistics.
    if (shape.count <= firstOfShape) return;
    if (shape.count === firstOfShape + 1) sketchRows(shape);
  }
  for (let position = 0; position < scan.numberCount; position += 1) {
    const novelty = sketchAt(shape, position).add(scan.numbers[position] ?? 0, number);
    if (novelty === 'usual') continue;
    // A counter reaches a new maximum on every line.
    if (novelty === 'largest' && sketchAt(shape, position).isRising() && shape.count > 4) continue;
    if (shape.extremes.size >= maxExtremes) dropExtreme(shape);
    shape.extremes.set(number, surroundings.capture());
  }
}

function compareHoles(shape: LineShape, { holeCount, holeHash }: LineScan): void {
  shape.hasOtherHoles = true;
  // An ID without letters is a number, behind which the others have moved.
  if (holeCount !== shape.holeHashes.length) return;
  for (let at = 0; at < holeCount; at += 1)
    if (holeHash[at] !== shape.holeHashes[at]) shape.otherHoles |= 1 << at;
}

function noteFractions(shape: LineShape, { numberCount, fractionDigits }: LineScan): void {
  for (let position = 0; position < numberCount; position += 1) {
    const written = fractionDigits[position] ?? 0;
    if (written === 0) continue;
    const digits = Math.abs(written);
    shape.fractions ??= new Map();
    const known = shape.fractions.get(position);
    if (known === undefined)
      shape.fractions.set(position, { least: digits, most: digits, endsInZero: written < 0 });
    else {
      known.least = Math.min(known.least, digits);
      known.most = Math.max(known.most, digits);
      known.endsInZero ||= written < 0;
    }
  }
}

/** Drops the first extreme that is not the first line with a value of a code, of which there are few. */
function dropExtreme({ extremes, numbers }: LineShape): void {
  const ofCodes = new Set(
    numbers.flatMap(({ codes }) => (codes ? [...codes.values()].map(({ line }) => line) : [])),
  );
  const lines = [...extremes.keys()];
  extremes.delete(lines.find((line) => !ofCodes.has(line)) ?? lines[0] ?? 0);
}

/** Adds the kept numbers of all lines but the last to the statistics. */
function sketchRows(shape: LineShape): void {
  for (const { line, numbers } of shape.rows.slice(0, -1)) {
    for (const [position, value] of numbers.entries()) sketchAt(shape, position).add(value, line);
  }
}

function noteLine(
  shape: LineShape,
  { severity, totality }: Words,
  isVaried: boolean,
  surroundings: Surroundings,
): void {
  const isInformative = severity >= maxMinSeverity || totality >= 0.9;
  if (isVaried && !isInformative) return;
  if (shape.first.length < (isInformative ? firstOfShape + 2 : firstOfShape))
    shape.first.push(surroundings.capture());
  else if (isInformative) {
    if (shape.last) surroundings.forget(shape.last);
    shape.last = surroundings.capture();
  }
}
