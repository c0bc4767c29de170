import type { KeyRole } from './key-role.ts';
import { pathOf, type ShapeNode } from './shape-node.ts';

/** Many of a kind: an array of objects, an object whose keys are names, a line each. */
export interface Collection {
  /** `data.items`; '': the document itself. */
  label: string;
  role: KeyRole;
  count: number;
  /** What all of them are like; `null`: no objects. */
  record: ShapeNode | null;
  /** What each is known by, the first ones; empty: nothing tells. */
  names: readonly string[];
  /** Its keys name dates: from when to when. */
  span: { from: string; to: string } | null;
  /** Its names are keys; `record` is the first of it alone. */
  isDictionary: boolean;
  weight: number;
}

/** Fewer keys are fields. */
const fewestNames = 6;

/** Objects whose keys name things: packages by name, files by path. */
export function isDictionary(node: ShapeNode): boolean {
  if (node.keyCount < fewestNames || node.objects !== 1) return false;
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
      role: node.role,
      count: node.keyCount,
      record,
      names,
      span: spanOf(children),
      isDictionary: true,
      weight: node.weight,
    };
  }
  const record = node.arrays === 0 ? node : node.element;
  return {
    label,
    role: node.role,
    count: node.arrays === 0 ? node.objects : node.elements,
    record: record && record.objects > 0 ? record : null,
    names: record?.names ?? [],
    span: null,
    isDictionary: false,
    weight: node.weight,
  };
}

/** Of dates alone. */
function spanOf(children: readonly ShapeNode[]): { from: string; to: string } | null {
  const dates = children.map(({ firstDate }) => firstDate);
  const [first, ...others] = dates.filter((date) => date !== null).toSorted();
  const last = others.at(-1);
  return first === undefined || last === undefined || dates.includes(null) ? null : { from: first, to: last };
}

const longestValue = 40;
/** What is asked of a thing first, where its name is known. */
const tellingKeys = ['version', 'status', 'state', 'severity', 'latest', 'image', 'type'];

/** A name with what it stands for, where that is short: `accepts 2.0.0`. */
function nameInDictionary(node: ShapeNode): string {
  const result =
    node.objects === 0 ? node : tellingKeys.map((key) => node.keys.get(key)).find((child) => child);
  const value = result && result.objects === 0 && result.last.length <= longestValue ? result.last : '';
  return value === '' ? node.key : `${node.key} ${value}`;
}
