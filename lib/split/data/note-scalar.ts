import { copyString } from '../copy-string.ts';
import { addName, type ShapeNode, valueCharacters, valuesOf } from './shape-node.ts';

const maxFirsts = 3;

/**
 * Adds a text to a node, as its last value and to its counts.
 * @param at the number of the value
 * @param max limit on the number of distinct texts counted
 */
export function addScalar(node: ShapeNode, text: string, at: number, max: number): void {
  node.lastAt = at;
  if (node.values !== null) countText(node, text, max);
  node.last = text;
}

function countText(node: ShapeNode, text: string, max: number): void {
  if (node.lastCounter === null) {
    node.lastCounter = { count: 1 };
    return;
  }
  // A repeat of the previous text is the most frequent case and needs no lookup.
  if (text === node.last) {
    node.lastCounter.count += 1;
    return;
  }
  const values = valuesOf(node);
  if (values === null) return;
  const key = text.length > valueCharacters ? text.slice(0, valueCharacters) : text;
  const known = values.get(key);
  if (known) {
    known.count += 1;
    node.lastCounter = known;
  } else if (values.size < max) {
    node.lastCounter = { count: 1 };
    values.set(copyString(key), node.lastCounter);
  } else keepFirst(node, values);
}

/** There are too many distinct values to count each, so only the first ones are kept as names. */
function keepFirst(node: ShapeNode, values: ReadonlyMap<string, unknown>): void {
  for (const text of [...values.keys()].slice(0, maxFirsts)) addName(node, text);
  node.values = null;
}

export function addDate(node: ShapeNode, text: string): void {
  if (node.firstDate === null || text < node.firstDate) node.firstDate = text;
  if (node.lastDate === null || text > node.lastDate) node.lastDate = text;
}
