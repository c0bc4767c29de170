import { copyString } from '../copy-string.ts';
import type { KeyRole } from './key-role.ts';
import { keyRole, nameRank } from './key-role.ts';

/** What the numbers at one place come to, or how many elements its lists have. */
export interface Figures {
  sum: number;
  min: number;
  max: number;
  maxAt: number;
  /** The name of the record that holds the greatest. */
  maxOwner: string | null;
}

export interface Counter {
  count: number;
}

/** All values that stand at one place of a document (`items[].status`), taken together. */
export interface ShapeNode {
  /** Of an element of an array: ''. */
  key: string;
  role: KeyRole;
  nameRank: number | null;
  parent: ShapeNode | null;
  depth: number;
  /** One of many of a kind: an element of a list, or a document. */
  isRecord: boolean;
  /** Its place among the keys of its object. */
  index: number;
  /** The object it was seen in last, by the number of its first value. */
  seenIn: number;
  objects: number;
  arrays: number;
  strings: number;
  numbers: number;
  booleans: number;
  nulls: number;
  /** Of arrays: all elements, and how many of them stand in lists of their own kind. */
  elements: number;
  nested: number;
  element: ShapeNode | null;
  /** Of objects, in the order they came. */
  keys: Map<string, ShapeNode>;
  order: ShapeNode[];
  /** Of the object with most of them. */
  keyCount: number;
  /** Those keys that may name a record, that may say that something is wrong. */
  nameKeys: ShapeNode[];
  suspectKeys: ShapeNode[];
  /** Of a record: all in it that have figures, but what is in its own lists of records. */
  figureNodes: ShapeNode[];
  /** For `valuesOf`: from the second text on. */
  values: Map<string, Counter> | null;
  /** The last scalar, its count, and the number of the value it was. */
  last: string;
  lastCounter: Counter | null;
  lastAt: number;
  figures: Figures | null;
  /** Of dates as ISO 8601 writes them, which sort as texts do. */
  firstDate: string | null;
  lastDate: string | null;
  /** Of records: what each is known by, the first ones. */
  names: string[];
  /** Of objects of a cluster: those that run something, the first ones: `Deployment/web`. */
  workloads: string[];
  /** The first record's plain fields. */
  firstFields: string[] | null;
  /** Values inside, all levels. */
  weight: number;
  /** The text that was last asked whether it says that something is wrong, and the answer. */
  assessed: string | null;
  isBad: boolean;
}

/** So much of a text tells it apart. */
export const valueCharacters = 100;

/** Most nodes hold scalars alone, and many hold few of them: what they do not need is shared, and never written to. */
const noKeys = new Map<string, ShapeNode>();
const noNodes: ShapeNode[] = [];
const noNames: string[] = [];
const noValues = new Map<string, Counter>();

export const makeNode = (key: string, parent: ShapeNode | null): ShapeNode => ({
  key,
  role: keyRole(key),
  nameRank: nameRank(key),
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
  firstFields: null,
  weight: 0,
  assessed: null,
  isBad: false,
});

const suspects: ReadonlySet<KeyRole> = new Set<KeyRole>(['state', 'truth', 'code', 'error']);

/** Adds a key that was not there before. */
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

/** Different texts and how often; `null`: too many. The one text that most places have is counted without a map. */
export function valuesOf(node: ShapeNode): Map<string, Counter> | null {
  if (node.values === noValues && node.lastCounter) {
    node.values = new Map([[copyString(node.last.slice(0, valueCharacters)), node.lastCounter]]);
  }
  return node.values;
}

/** One more number, or one more list of so many elements. */
export function addFigure(node: ShapeNode, value: number, at: number): void {
  if (node.figures === null) {
    node.figures = { sum: value, min: value, max: value, maxAt: at, maxOwner: null };
    // Of a number that only names nobody asks who has the greatest.
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

function recordAround(node: ShapeNode): ShapeNode {
  let at = node.parent;
  while (at?.parent && !at.isRecord) at = at.parent;
  return at ?? node;
}

/** `data.items[].status` */
export function pathOf(node: ShapeNode): string {
  const names: string[] = [];
  for (let at: ShapeNode | null = node; at?.parent; at = at.parent) {
    names.push(at.key === '' ? '[]' : `.${at.key}`);
  }
  return names.toReversed().join('').replace(/^\./, '');
}
