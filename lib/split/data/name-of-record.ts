import type { ShapeNode } from './shape-node.ts';

/** Objects that may contain the name of the record they are in. */
const holders = ['metadata', 'attributes', 'properties', 'info', 'node', 'fields'];
/** Ranks below this (`name` and the like) take precedence over a name in a nested object. */
const bestRanks = 4;

/**
 * The name of a record: the best of its name fields (`name`, `path`, `id`), with its version if it has one.
 * @param startedAt values before this number belong to other records
 */
export function nameOfRecord(node: ShapeNode, startedAt: number): string | null {
  const best = node.nameKeys.find(({ lastAt, last }) => lastAt >= startedAt && last !== '') ?? null;
  if (best === null || (best.nameRank ?? 0) >= bestRanks) {
    const innerName = nameInHolder(node, startedAt);
    if (innerName !== null) return innerName;
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
/** The first that is present is used: people refer to the number, programs to the id. */
const idKeys = ['number', 'iid', 'key', 'identifier', 'id'];
const longestId = 16;

/** The short ID shown with a title: `#12` for an issue or a pull request, `SHOP-12`. */
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
