import { takeFirst } from './take-first.ts';

const maxShapes = 2_000;
const shapeCharacters = 80;

export interface RepeatedShape {
  count: number;
  /** The first line of this shape. */
  line: number;
  text: string;
}

export interface LineShapes {
  add(text: string, line: number): RepeatedShape;
  /** The most frequent shapes first, without those that occur fewer than `least` times. */
  top(count: number, least?: number): RepeatedShape[];
}

/**
 * Groups lines that differ only in digits. Bounded: when there are very many shapes, only the first are
 * counted.
 */
export function createLineShapes(): LineShapes {
  const shapes = new Map<number, RepeatedShape>();
  return {
    add(text, line) {
      const key = hashOfShape(text);
      const known = shapes.get(key);
      if (known) {
        known.count += 1;
        return known;
      }
      const shape = { count: 1, line, text };
      if (shapes.size < maxShapes) shapes.set(key, shape);
      return shape;
    },
    top: (count, least = 1) =>
      takeFirst(
        [...shapes.values()].filter((shape) => shape.count >= least),
        count,
        (a, b) => b.count - a.count || a.line - b.line,
      ),
  };
}

/** FNV-1a over the line, with each run of digits as one character. */
function hashOfShape(text: string): number {
  let hash = 0x811c9dc5;
  let wasDigit = false;
  let remaining = shapeCharacters;
  for (let offset = 0; offset < text.length && remaining > 0; offset += 1) {
    const code = text.charCodeAt(offset);
    const isDigit = code >= 48 && code <= 57;
    if (isDigit && wasDigit) continue;
    wasDigit = isDigit;
    remaining -= 1;
    hash = Math.imul(hash ^ (isDigit ? 48 : code), 0x01000193);
  }
  return hash >>> 0;
}
