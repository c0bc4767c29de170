import { type JsonKind, type JsonTables, jsonKinds, type NodeId } from './json-index.ts';

/** Builds the tables of an index. */
export interface JsonNodes {
  readonly count: number;
  add(kind: JsonKind, parent: NodeId, span: { start: number; end: number; keyStart: number }): NodeId;
  /** Ends a node: all nodes added since are its descendants. */
  close(node: NodeId, end: number): void;
  parentOf(node: NodeId): NodeId;
  kindOf(node: NodeId): JsonKind;
  /** Removes this node and all after it. */
  dropFrom(node: NodeId): void;
  tables(): JsonTables;
}

/** @param max the maximum number of nodes, allocated at once: memory that is not written to costs nothing */
export function createJsonNodes(max: number): JsonNodes {
  let count = 0;
  const table = makeTables(max);
  return {
    get count() {
      return count;
    },
    add(kind, parent, { start, end, keyStart }) {
      const node = count;
      count += 1;
      table.kinds[node] = jsonKinds.indexOf(kind);
      table.keyStarts[node] = keyStart;
      table.starts[node] = start;
      table.ends[node] = end;
      table.parents[node] = parent;
      table.nexts[node] = count;
      table.childCounts[node] = 0;
      if (node === 0) return node;
      const ordinal = table.childCounts[parent] ?? 0;
      table.ordinals[node] = ordinal;
      table.childCounts[parent] = ordinal + 1;
      table.depths[node] = (table.depths[parent] ?? 0) + 1;
      return node;
    },
    close(node, end) {
      table.ends[node] = end;
      table.nexts[node] = count;
    },
    parentOf: (node) => table.parents[node] ?? 0,
    kindOf: (node) => jsonKinds[table.kinds[node] ?? 0] ?? 'lines',
    dropFrom(node) {
      table.childCounts[table.parents[node] ?? 0] = table.ordinals[node] ?? 0;
      count = node;
    },
    tables: () => table,
  };
}

const makeTables = (size: number): JsonTables => ({
  kinds: new Uint8Array(size),
  keyStarts: new Uint32Array(size),
  starts: new Uint32Array(size),
  ends: new Uint32Array(size),
  parents: new Uint32Array(size),
  nexts: new Uint32Array(size),
  childCounts: new Uint32Array(size),
  depths: new Uint32Array(size),
  ordinals: new Uint32Array(size),
});
