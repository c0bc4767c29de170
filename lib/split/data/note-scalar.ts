import { detachText } from '../detach-text.ts';
import { addName, addValue, type ShapeNode } from './shape-node.ts';

const valueCharacters = 100;
const firstsHeld = 3;

/**
 * One more text at a place, as the last one and as one of those that are counted.
 * @param at the number of the value  @param most so many different ones are counted
 */
export function noteScalar(node: ShapeNode, text: string, at: number, most: number): void {
  node.lastAt = at;
  const { values } = node;
  // The same as before is the most frequent, and costs no look.
  if (values && text === node.last && node.lastCounter) node.lastCounter.count += 1;
  else if (values) {
    const key = text.length > valueCharacters ? text.slice(0, valueCharacters) : text;
    const counter = values.get(key);
    if (counter) counter.count += 1;
    if (!counter && values.size >= most) keepFirst(node, values);
    else node.lastCounter = counter ?? addValue(node, detachText(key));
  }
  node.last = text;
}

/** There are too many to count each: what the first ones were is known. */
function keepFirst(node: ShapeNode, values: ReadonlyMap<string, unknown>): void {
  for (const text of [...values.keys()].slice(0, firstsHeld)) addName(node, text);
  node.values = null;
}

export function noteDate(node: ShapeNode, text: string): void {
  if (node.firstDate === null || text < node.firstDate) node.firstDate = text;
  if (node.lastDate === null || text > node.lastDate) node.lastDate = text;
}
