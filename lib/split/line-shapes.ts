import { takeFirst } from './take-first.ts';

const maxShapes = 2_000;
const shapeCharacters = 80;

export interface RepeatedShape {
  count: number;
  /** The first line of it. */
  line: number;
  text: string;
}

export interface LineShapes {
  add(text: string, line: number): RepeatedShape;
  /** The most frequent first, of those that come so often or more. */
  top(count: number, least?: number): RepeatedShape[];
}

/** Groups lines that differ in digits alone; of very many different ones the first are counted. */
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

/** FNV-1a over the line, runs of digits taken as one. */
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
