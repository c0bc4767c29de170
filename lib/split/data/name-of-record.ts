import type { ShapeNode } from './shape-node.ts';

/** Objects that hold the name of the record they are in. */
const holders = ['metadata', 'attributes', 'properties', 'info', 'node', 'fields'];
/** `name` and the like: better than what an object inside may tell. */
const bestRanks = 4;

/**
 * What a record is known by: the best of its names (`name`, `path`, `id`), with its version where it tells one.
 * @param startedAt values that came earlier are of other records
 */
export function nameOfRecord(node: ShapeNode, startedAt: number): string | null {
  const best = node.nameKeys.find(({ lastAt, last }) => lastAt >= startedAt && last !== '') ?? null;
  if (best === null || (best.nameRank ?? 0) >= bestRanks) {
    const heldName = nameInHolder(node, startedAt);
    if (heldName !== null) return heldName;
  }
  if (best === null) return null;
  if (titles.has(best.key.toLowerCase())) {
    const number = shortIdOf(node, startedAt);
    return number === null ? best.last : `${number} ${best.last}`;
  }
  const version = node.keys.get('version');
  return version && version.lastAt >= startedAt && version.strings + version.numbers > 0
    ? `${best.last} ${version.last}`
    : best.last;
}

const titles = new Set(['title', 'summary', 'subject']);
/** The first that is there: people say the number, programs the id. */
const idKeys = ['number', 'iid', 'key', 'identifier', 'id'];
const longestId = 16;

/** What a title is called by: `#12` of an issue or a pull request, `SHOP-12`. */
function shortIdOf(node: ShapeNode, startedAt: number): string | null {
  for (const wanted of idKeys) {
    const found = node.keys.get(wanted);
    if (!found || found.lastAt < startedAt || found.last === '' || found.last.length > longestId) continue;
    return wanted === 'number' || wanted === 'iid' ? `#${found.last}` : found.last;
  }
  return null;
}

function nameInHolder(node: ShapeNode, startedAt: number): string | null {
  for (const key of holders) {
    const holder = node.keys.get(key);
    const name = holder?.nameKeys.find(({ lastAt, last }) => lastAt >= startedAt && last !== '');
    if (!name) continue;
    const id = titles.has(name.key.toLowerCase()) ? shortIdOf(node, startedAt) : null;
    return id === null ? name.last : `${id} ${name.last}`;
  }
  return null;
}
