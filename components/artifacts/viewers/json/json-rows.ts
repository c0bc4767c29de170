import { lastUpTo } from '#components/artifacts/text/last-up-to.ts';
import {
  isFoldable,
  type JsonIndex,
  jsonKindOf,
  keyText,
  type NodeId,
  readString,
  topNode,
  valueText,
} from './json-index.ts';

/** By node: 1 if unfolded. */
export type Unfolded = Uint8Array;

/** The result of a filter, by node: those that contain the text, and those on the path to them. */
export interface JsonHits {
  query: string;
  isHit: Uint8Array;
  /** The node is on the path to a hit. */
  leads: Uint8Array;
  count: number;
}

/** A tree of up to this many rows can be taken in at a glance. */
const readyRows = 60;

/** Unfolds this many levels below the top. */
export function unfoldedTo(index: JsonIndex, levels: number): Unfolded {
  const unfolded = new Uint8Array(index.nodeCount);
  const top = topNode(index);
  const deepest = (index.depths[top] ?? 0) + levels;
  for (let node = top; node < index.nodeCount; node += 1) {
    if ((index.depths[node] ?? 0) < deepest) unfolded[node] = 1;
  }
  return unfolded;
}

/** Number of levels unfolded at first: as many as fit in `readyRows`, at least one. */
export function readyLevels(index: JsonIndex): number {
  const counts: number[] = [];
  const top = topNode(index);
  const base = index.depths[top] ?? 0;
  for (let node = top; node < index.nodeCount; node += 1) {
    const level = (index.depths[node] ?? 0) - base;
    if (level < readyRows) counts[level] = (counts[level] ?? 0) + 1;
  }
  let rows = 0;
  const deepest = counts.findIndex((count) => {
    rows += count;
    return rows > readyRows;
  });
  return Math.max(1, (deepest === -1 ? counts.length : deepest) - 1);
}

/** The visible nodes, in order. */
export function visibleNodes(index: JsonIndex, unfolded: Unfolded, hits: JsonHits | null): NodeId[] {
  const nodes: NodeId[] = [];
  let wholeUntil = 0;
  for (let node = topNode(index); node < index.nodeCount; ) {
    const next = index.nexts[node] ?? index.nodeCount;
    if (hits && node >= wholeUntil && !hits.isHit[node] && !hits.leads[node]) {
      node = next;
      continue;
    }
    nodes.push(node);
    const goesIn = unfolded[node] === 1 && isFoldable(index, node);
    // A hit on a key shows everything inside its value.
    if (goesIn && hits?.isHit[node] && !hits.leads[node]) wholeUntil = Math.max(wholeUntil, next);
    node = goesIn ? node + 1 : next;
  }
  return nodes;
}

const restNodes = 2_000;

/** Finds nodes whose key or value contains a text, ignoring case, as written or decoded. */
export function* filterJson(index: JsonIndex, text: string): Generator<void, JsonHits> {
  const query = text.toLowerCase();
  const isHit = new Uint8Array(index.nodeCount);
  const leads = new Uint8Array(index.nodeCount);
  let count = 0;
  const top = topNode(index);
  for (let node = top; node < index.nodeCount; node += 1) {
    if (node % restNodes === 0) yield;
    const key = keyText(index, node);
    const isFound =
      (key !== null && holds(key, query)) || (isLeaf(index, node) && holds(valueText(index, node), query));
    if (!isFound) continue;
    isHit[node] = 1;
    count += 1;
    for (let at = node; at !== top; ) {
      at = index.parents[at] ?? 0;
      if (leads[at] === 1) break;
      leads[at] = 1;
    }
  }
  return { query: text, isHit, leads, count };
}

const isLeaf = (index: JsonIndex, node: NodeId): boolean => {
  const kind = jsonKindOf(index, node);
  return kind !== 'object' && kind !== 'array' && kind !== 'lines';
};

const holds = (written: string, query: string): boolean =>
  written.toLowerCase().includes(query) ||
  (written.includes('\\') && readString(written).toLowerCase().includes(query));

/** The row index of a node, or of the folded row that hides it. Rows are in document order. */
export const rowIndexOf = (rows: readonly NodeId[], node: NodeId): number => lastUpTo(rows, node);
