import type { KeyRole } from './key-role.ts';
import { keyRole, nameRank } from './key-role.ts';

/** All values that stand at one place of a document (`items[].status`), taken together. */
export interface ShapeNode {
  /** Of an element of an array: ''. */
  key: string;
  role: KeyRole;
  nameRank: number | null;
  parent: ShapeNode | null;
  depth: number;
  /** The object it was seen in last, by the number of its first value. */
  seenIn: number;
  objects: number;
  arrays: number;
  strings: number;
  numbers: number;
  booleans: number;
  nulls: number;
  /** Of arrays: all elements. */
  elements: number;
  element: ShapeNode | null;
  /** Of objects, in the order they came. */
  keys: Map<string, ShapeNode>;
  /** Of the object with most of them. */
  keyCount: number;
  /** Those keys that may name a record, that may say that something is wrong, and that hold numbers. */
  nameKeys: ShapeNode[];
  suspectKeys: ShapeNode[];
  numberKeys: ShapeNode[];
  /** Different texts and how often; `null`: too many. */
  values: Map<string, number> | null;
  /** The last scalar, and the number of the value it was. */
  last: string;
  lastAt: number;
  sum: number;
  min: number;
  max: number;
  maxAt: number;
  /** The name of the record that holds the greatest. */
  maxOwner: string | null;
  /** Of dates as ISO 8601 writes them, which sort as texts do. */
  firstDate: string | null;
  lastDate: string | null;
  /** Of records: what each is known by, the first ones. */
  names: string[];
  /** The first record's plain fields. */
  firstFields: string[] | null;
  /** Values inside, all levels. */
  weight: number;
}

export const makeNode = (key: string, parent: ShapeNode | null): ShapeNode => ({
  key,
  role: keyRole(key),
  nameRank: nameRank(key),
  parent,
  depth: parent ? parent.depth + 1 : 0,
  seenIn: -1,
  objects: 0,
  arrays: 0,
  strings: 0,
  numbers: 0,
  booleans: 0,
  nulls: 0,
  elements: 0,
  element: null,
  keys: new Map(),
  keyCount: 0,
  nameKeys: [],
  suspectKeys: [],
  numberKeys: [],
  values: new Map(),
  last: '',
  lastAt: -1,
  sum: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
  maxAt: -1,
  maxOwner: null,
  firstDate: null,
  lastDate: null,
  names: [],
  firstFields: null,
  weight: 0,
});

const suspects: ReadonlySet<KeyRole> = new Set<KeyRole>(['state', 'truth', 'code', 'error']);

/** Adds a key that was not there before. */
export function addKey(node: ShapeNode, child: ShapeNode): void {
  node.keys.set(child.key, child);
  if (child.nameRank !== null) {
    node.nameKeys.push(child);
    node.nameKeys.sort((a, b) => (a.nameRank ?? 0) - (b.nameRank ?? 0));
  }
  if (suspects.has(child.role)) node.suspectKeys.push(child);
}

/** `data.items[].status` */
export function pathOf(node: ShapeNode): string {
  const names: string[] = [];
  for (let at: ShapeNode | null = node; at?.parent; at = at.parent) {
    names.push(at.key === '' ? '[]' : `.${at.key}`);
  }
  return names.toReversed().join('').replace(/^\./, '');
}
