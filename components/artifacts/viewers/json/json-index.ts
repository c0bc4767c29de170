import { formatKeys } from '../../../../lib/core/json-path/json-node.ts';

/** `lines`: what stands over a text of several documents. `broken`: a line among such that is no JSON. */
export const jsonKinds = ['lines', 'object', 'array', 'string', 'number', 'literal', 'broken'] as const;
export type JsonKind = (typeof jsonKinds)[number];

/** The number of a node: its place in the order of the document. The one over all documents is 0. */
export type NodeId = number;

/** Where a text is no JSON, or no strict one. */
export interface JsonProblem {
  words: string;
  /** Its place in the text. */
  at: number;
}

/** One entry a node, in the order of the document. */
export interface JsonTables {
  /** Places in `jsonKinds`. */
  kinds: Uint8Array;
  /** Where the key begins, its quote; `noKey`: an item of an array, or a document. */
  keyStarts: Uint32Array;
  starts: Uint32Array;
  /** Behind the last character. */
  ends: Uint32Array;
  parents: Uint32Array;
  /** The node that comes after all that is in this one. */
  nexts: Uint32Array;
  childCounts: Uint32Array;
  depths: Uint32Array;
  /** Place among the children of its parent, from 0. */
  ordinals: Uint32Array;
}

/**
 * Where each value of a JSON text begins and ends: nothing is converted, so nothing is lost of numbers, escapes and keys that
 * stand twice.
 */
export interface JsonIndex extends JsonTables {
  text: string;
  nodeCount: number;
  documentCount: number;
  /** Lines before the JSON that are none: what a program said before it. */
  linesBefore: number;
  /** Where it broke off; what was read until there stands. */
  problem: JsonProblem | null;
  /** The first thing in it that strict JSON does not know, such as a comment. */
  looseness: JsonProblem | null;
  /** Lines of several that are no JSON, and are shown as they are. */
  brokenLineCount: number;
  /** There are more values than are shown. */
  isCut: boolean;
}

export const noKey = 0xffff_ffff;

export const jsonKindOf = (index: JsonIndex, node: NodeId): JsonKind =>
  jsonKinds[index.kinds[node] ?? 0] ?? 'lines';

/** What stands at the top of the tree: the only document, or what is over all of them. */
export const topNode = (index: JsonIndex): NodeId => (index.documentCount === 1 ? 1 : 0);

export const isFoldable = (index: JsonIndex, node: NodeId): boolean => (index.childCounts[node] ?? 0) > 0;

/** As written, quotes and all. `null`: it has none. */
export function keyText({ text, keyStarts }: JsonIndex, node: NodeId): string | null {
  const start = keyStarts[node] ?? noKey;
  return start === noKey ? null : text.slice(start, stringEnd(text, start));
}

/** As written. */
export const valueText = ({ text, starts, ends }: JsonIndex, node: NodeId): string =>
  text.slice(starts[node], ends[node]);

/** What a string that is written so says; text that is no string of JSON stays what it is. */
export function readString(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}

/** The way to a value, as `recall_output` reads it. */
export function jsonPathOf(index: JsonIndex, node: NodeId): string {
  const keys: (string | number)[] = [];
  for (let at = node; at !== topNode(index); at = index.parents[at] ?? 0) {
    const key = keyText(index, at);
    keys.push(key === null ? (index.ordinals[at] ?? 0) : readString(key));
  }
  return `$${formatKeys(keys.reverse())}`;
}

/** Line of a place in a text, from 1. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < index; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** Behind the closing quote of a string that opens here. -1: it has no end, or goes over its line. */
export function stringEnd(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) return offset + 1;
    if (code === 0x5c) offset += 1;
    else if (code === 0x0a) return -1;
  }
  return -1;
}
