import type { KeyRole } from './key-role.ts';
import { pathOf, pathOfNode, type ShapeNode } from './shape-node.ts';

/** Many values of one kind: an array of objects, an object whose keys are names, or one document per line. */
export interface Collection {
  /** `data.items`; '': the document itself. */
  label: string;
  /** The path to its first element; to all of it, where keys are names. */
  path: string;
  role: KeyRole;
  count: number;
  /** The shape all elements share; `null`: the elements are not objects. */
  record: ShapeNode | null;
  /** The keys of its records; `note?`: not all of them have it. */
  keys: readonly string[];
  /** Names of the first elements; empty: no field names them. */
  names: readonly string[];
  /** The range of dates, where every value is a date; else `null`. */
  span: { from: string; to: string } | null;
  /** Whether the keys are the names; `record` then describes only the first value. */
  isDictionary: boolean;
  weight: number;
}

/** An object with fewer keys has fields, not names. */
const minNames = 6;

/** Whether an object's keys name things: packages by name, files by path. */
export function isDictionary(node: ShapeNode): boolean {
  if (node.keyCount < minNames || node.objects !== 1) return false;
  const children = [...node.keys.values()];
  if (children.every(({ strings, objects }) => strings > 0 && objects === 0)) return true;
  if (!children.every(({ objects }) => objects > 0)) return false;
  const [first] = children;
  const shared = new Set(first?.keys.keys());
  const alike = children.filter(
    ({ keys }) => keys.size === 0 || [...keys.keys()].some((key) => shared.has(key)),
  );
  return alike.length >= children.length * 0.7;
}

export function collectionOf(node: ShapeNode): Collection {
  const label = pathOf(node);
  if (node.arrays === 0 && node.objects === 1) {
    const children = [...node.keys.values()];
    const record = children.find(({ objects }) => objects > 0) ?? null;
    const names = children.map(nameInDictionary);
    return {
      label,
      path: pathOfNode(node),
      role: node.role,
      count: node.keyCount,
      record,
      keys: sharedKeys(children.filter(({ objects }) => objects > 0)),
      names,
      span: spanOf(children),
      isDictionary: true,
      weight: node.weight,
    };
  }
  const item = node.arrays === 0 ? node : node.element;
  const record = item && item.objects > 0 ? item : null;
  return {
    label,
    path: `${pathOfNode(node)}${node.arrays === 0 ? '' : '[0]'}`,
    role: node.role,
    count: node.arrays === 0 ? node.objects : node.elements,
    record,
    keys: record ? keysOf(record, record.objects) : [],
    names: record?.names ?? [],
    span: null,
    isDictionary: false,
    weight: node.weight,
  };
}

/** Of documents that are objects and lists, the objects alone. */
export const objectsOf = (node: ShapeNode): Collection => ({
  ...collectionOf({ ...node, arrays: 0 }),
  label: 'objects',
});

const timesSeen = ({ strings, numbers, booleans, nulls, objects, arrays }: ShapeNode): number =>
  strings + numbers + booleans + nulls + objects + arrays;

const keysOf = ({ order }: ShapeNode, records: number): string[] =>
  order.map((child) => (timesSeen(child) < records ? `${child.key}?` : child.key));

/** The keys of the values of a dictionary. */
function sharedKeys(values: readonly ShapeNode[]): string[] {
  const counts = new Map<string, number>();
  for (const { keys } of values) for (const key of keys.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].map(([key, count]) => (count < values.length ? `${key}?` : key));
}

/** @returns `null` unless every value contains a date */
function spanOf(children: readonly ShapeNode[]): { from: string; to: string } | null {
  const dates = children.map(({ firstDate }) => firstDate);
  const [first, ...others] = dates.filter((date) => date !== null).toSorted();
  const last = others.at(-1);
  return first === undefined || last === undefined || dates.includes(null) ? null : { from: first, to: last };
}

const longestValue = 40;
/** Fields that are most useful beside a name. */
const tellingKeys = ['version', 'status', 'state', 'severity', 'latest', 'image', 'type'];

/** A key with its value, where that is short: `accepts 2.0.0`. */
function nameInDictionary(node: ShapeNode): string {
  const result =
    node.objects === 0 ? node : tellingKeys.map((key) => node.keys.get(key)).find((child) => child);
  const value = result && result.objects === 0 && result.last.length <= longestValue ? result.last : '';
  return value === '' ? node.key : `${node.key} ${value}`;
}
