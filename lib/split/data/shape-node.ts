import { type ExactRange, withExact } from '../columns/exact-range.ts';
import { copyString } from '../copy-string.ts';
import type { KeyRole } from './key-role.ts';
import { keyRole, nameRank } from './key-role.ts';

/** Totals of the numbers at one path, or of the lengths of its lists. */
export interface Figures {
  sum: number;
  min: number;
  max: number;
  /** Of integers that `min` and `max` may have rounded; `null`: there are none. */
  exact: ExactRange | null;
  maxAt: number;
  /** The name of the record with the largest value. */
  maxOwner: string | null;
}

export interface Counter {
  count: number;
  /** The names of the first records with this value, for states. */
  owners?: string[];
}

/** All values at one path of a document (`items[].status`), merged. */
export interface ShapeNode {
  /** '' for an element of an array. */
  key: string;
  role: KeyRole;
  nameRank: number | null;
  parent: ShapeNode | null;
  depth: number;
  /** Whether it is one of many of its kind: an element of a list, or a document. */
  isRecord: boolean;
  /** Index among the keys of its object. */
  index: number;
  /** The object in which it was last seen, by the number of that object's first value. */
  seenIn: number;
  objects: number;
  arrays: number;
  strings: number;
  numbers: number;
  booleans: number;
  nulls: number;
  /** For arrays: all elements, and how many of them are in nested lists of the same kind. */
  elements: number;
  nested: number;
  element: ShapeNode | null;
  /** For objects: their keys, in order of appearance. */
  keys: Map<string, ShapeNode>;
  order: ShapeNode[];
  /** The largest number of keys in one object. */
  keyCount: number;
  /** Keys that may name a record, and keys that may report a problem. */
  nameKeys: ShapeNode[];
  suspectKeys: ShapeNode[];
  /** For a record: all nodes in it that have figures, except inside its own lists of records. */
  figureNodes: ShapeNode[];
  /** Read through `valuesOf`: filled from the second distinct text on. */
  values: Map<string, Counter> | null;
  /** The last scalar, its count, and its number among all values. */
  last: string;
  lastCounter: Counter | null;
  lastAt: number;
  figures: Figures | null;
  /** Dates in ISO 8601, which sort as text. */
  firstDate: string | null;
  lastDate: string | null;
  /** The name of the first record that has this key, if it is a scalar. */
  firstOwner: string | null;
  /** For records: names of the first ones. */
  names: string[];
  /** For Kubernetes objects: the first ones that run something, like `Deployment/web`. */
  workloads: string[];
  /** Scalar fields of the first record. */
  firstFields: string[] | null;
  /** Number of values inside, at all levels. */
  weight: number;
  /** The last text that was checked for a problem, and the result. */
  assessed: string | null;
  isBad: boolean;
}

/** Texts are compared by this many characters. */
export const valueCharacters = 100;

/**
 * Most nodes contain only scalars, many only a few: they share these empty collections, which are never
 * written to.
 */
const noKeys = new Map<string, ShapeNode>();
const noNodes: ShapeNode[] = [];
const noNames: string[] = [];
const noValues = new Map<string, Counter>();

export const makeNode = (key: string, parent: ShapeNode | null): ShapeNode => ({
  key,
  role: keyRole(key, parent?.role ?? 'plain'),
  nameRank: nameRank(key, parent?.key === '' ? (parent.parent?.key ?? null) : null),
  parent,
  depth: parent ? parent.depth + 1 : 0,
  isRecord: key === '' || parent === null,
  index: 0,
  seenIn: -1,
  objects: 0,
  arrays: 0,
  strings: 0,
  numbers: 0,
  booleans: 0,
  nulls: 0,
  elements: 0,
  nested: 0,
  element: null,
  keys: noKeys,
  order: noNodes,
  keyCount: 0,
  nameKeys: noNodes,
  suspectKeys: noNodes,
  figureNodes: noNodes,
  values: noValues,
  last: '',
  lastCounter: null,
  lastAt: -1,
  figures: null,
  firstDate: null,
  lastDate: null,
  names: noNames,
  workloads: noNames,
  firstOwner: null,
  firstFields: null,
  weight: 0,
  assessed: null,
  isBad: false,
});

const suspects: ReadonlySet<KeyRole> = new Set<KeyRole>(['state', 'truth', 'code', 'error']);

/** Adds a key that is not present yet. */
export function addKey(node: ShapeNode, child: ShapeNode): void {
  if (node.keys === noKeys) {
    node.keys = new Map();
    node.order = [];
  }
  child.index = node.order.length;
  node.order.push(child);
  node.keys.set(child.key, child);
  if (child.nameRank !== null) {
    node.nameKeys = [...node.nameKeys, child].sort((a, b) => (a.nameRank ?? 0) - (b.nameRank ?? 0));
  }
  if (suspects.has(child.role)) node.suspectKeys = [...node.suspectKeys, child];
}

export function addName(node: ShapeNode, name: string): void {
  if (node.names === noNames) node.names = [];
  node.names.push(name);
}

/** Distinct texts with their counts; `null`: too many. A single text is counted without a map. */
export function valuesOf(node: ShapeNode): Map<string, Counter> | null {
  if (node.values === noValues && node.lastCounter) {
    node.values = new Map([[copyString(node.last.slice(0, valueCharacters)), node.lastCounter]]);
  }
  return node.values;
}

/** Adds a number, or the length of a list. */
export function addFigure(node: ShapeNode, value: number, at: number): void {
  if (node.figures === null) {
    node.figures = { sum: value, min: value, max: value, exact: null, maxAt: at, maxOwner: null };
    // For numbers that only identify things, nobody asks for the largest.
    if (node.role === 'name' || node.role === 'line') return;
    const record = recordAround(node);
    if (record.figureNodes === noNodes) record.figureNodes = [];
    record.figureNodes.push(node);
    return;
  }
  const { figures } = node;
  figures.sum += value;
  if (value < figures.min) figures.min = value;
  if (value > figures.max) {
    figures.max = value;
    figures.maxAt = at;
  }
}

/** Adds a number as it was printed. */
export function addNumber(node: ShapeNode, value: number, text: string, at: number): void {
  const before = node.figures?.exact?.max;
  addFigure(node, value, at);
  const { figures } = node;
  if (figures === null || Number.isSafeInteger(value) || !Number.isInteger(value)) return;
  figures.exact = withExact(figures.exact, text);
  if (value === figures.max && figures.exact?.max !== before) figures.maxAt = at;
}

function recordAround(node: ShapeNode): ShapeNode {
  let at = node.parent;
  while (at?.parent && !at.isRecord) at = at.parent;
  return at ?? node;
}

/** `$.data.items[0].status`: the path to the first such value, for a JSONPath query. */
export function pathOfNode(node: ShapeNode): string {
  const steps: string[] = [];
  for (let at: ShapeNode | null = node; at?.parent; at = at.parent) {
    const { key } = at;
    steps.push(key === '' ? '[0]' : /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
  }
  return `$${steps.toReversed().join('')}`;
}

/** `data.items[].status` */
export function pathOf(node: ShapeNode): string {
  const names: string[] = [];
  for (let at: ShapeNode | null = node; at?.parent; at = at.parent) {
    names.push(at.key === '' ? '[]' : `.${at.key}`);
  }
  return names.toReversed().join('').replace(/^\./, '');
}
