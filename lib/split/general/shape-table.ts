import { copyString } from '../copy-string.ts';
import type { LineShape } from './line-shape.ts';
import { createNumberSketch, type NumberSketch } from './number-sketch.ts';

export interface ShapeTable {
  readonly all: Iterable<LineShape>;
  /** Lines of dropped shapes. */
  readonly forgottenLines: number;
  /** The entry of a shape; a new one starts with a count of 0. */
  of(shape: number, line: number): LineShape;
}

const maxShapes = 3_000;

/**
 * Counts the lines of each shape in bounded memory: when there are too many shapes, those seen once or twice
 * are dropped.
 */
export function createShapeTable(): ShapeTable {
  const shapes = new Map<number, LineShape>();
  let forgottenLines = 0;
  /**
   * Candidates may still refer to the dropped shape. Its count is then a lower bound, since more such lines
   * may come.
   */
  const drop = (key: number, shape: LineShape) => {
    shapes.delete(key);
    shape.isLowerBound = true;
    forgottenLines += shape.count;
  };
  const forget = () => {
    for (const maxCount of [1, 2, 8, 64]) {
      for (const [key, shape] of shapes) {
        const { count, severity, totality } = shape;
        if (count > maxCount || (maxCount === 1 && (severity >= 2.5 || totality > 1))) continue;
        drop(key, shape);
      }
      if (shapes.size <= maxShapes / 2) return;
    }
    for (const [key, shape] of shapes) drop(key, shape);
  };
  return {
    get all() {
      return shapes.values();
    },
    get forgottenLines() {
      return forgottenLines;
    },
    of(key, line) {
      const known = shapes.get(key);
      if (known) return known;
      if (shapes.size >= maxShapes) forget();
      const shape: LineShape = {
        count: 0,
        isLowerBound: forgottenLines > 0,
        firstLine: line,
        lastLine: line,
        numbers: [],
        pairs: [],
        rows: [],
        versions: noVersions,
        fractions: null,
        hasOtherHoles: false,
        holeHashes: [],
        otherHoles: 0,
        severity: 0,
        totality: 0,
        isPassed: false,
        isCounter: false,
        first: [],
        extremes: new Map(),
        last: null,
      };
      shapes.set(key, shape);
      return shape;
    },
  };
}

/** Shared by all shapes without a version; never written. */
const noVersions = new Map<string, { count: number; line: number }>();
const maxVersions = 8;

/** @returns whether it is the first line with this version */
export function addVersion(shape: LineShape, version: string, line: number): boolean {
  if (shape.versions === null) return false;
  const known = shape.versions.get(version);
  if (known) {
    known.count += 1;
    return false;
  }
  if (shape.versions.size >= maxVersions) shape.versions = null;
  else {
    if (shape.versions === noVersions) shape.versions = new Map();
    shape.versions.set(copyString(version), { count: 1, line });
  }
  return shape.versions !== null;
}

/** The number statistics at one position of a shape. */
export function sketchAt(shape: LineShape, position: number): NumberSketch {
  const known = shape.numbers[position];
  if (known) return known;
  const sketch = createNumberSketch();
  shape.numbers[position] = sketch;
  return sketch;
}
