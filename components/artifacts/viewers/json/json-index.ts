import { formatKeys } from '#lib/core/algorithms/json-path/json-node.ts';

/** `lines`: the root of a text with several documents. `broken`: a line among them that is not JSON. */
export const jsonKinds = ['lines', 'object', 'array', 'string', 'number', 'literal', 'broken'] as const;
export type JsonKind = (typeof jsonKinds)[number];

/** A node's index in document order. The root over all documents is 0. */
export type NodeId = number;

/** Where a text is not JSON, or not strict JSON. */
export interface JsonProblem {
  words: string;
  /** Offset in the text. */
  at: number;
}

/** One entry per node, in document order. */
export interface JsonTables {
  /** Indexes into `jsonKinds`. */
  kinds: Uint8Array;
  /** Offset of the key's opening quote; `noKey`: an array item or a document. */
  keyStarts: Uint32Array;
  starts: Uint32Array;
  /** Offset after the last character. */
  ends: Uint32Array;
  parents: Uint32Array;
  /** The next node after all descendants of this one. */
  nexts: Uint32Array;
  childCounts: Uint32Array;
  depths: Uint32Array;
  /** Index among the children of its parent, from 0. */
  ordinals: Uint32Array;
}

/**
 * The offsets of each value in a JSON text. Nothing is converted, so numbers, escapes and duplicate keys lose
 * nothing.
 */
export interface JsonIndex extends JsonTables {
  text: string;
  nodeCount: number;
  documentCount: number;
  /** Lines before the JSON that are not part of it: what a program printed first. */
  linesBefore: number;
  /** Where reading failed; what was read before it is kept. */
  problem: JsonProblem | null;
  /** The first construct that strict JSON does not allow, such as a comment. */
  looseness: JsonProblem | null;
  /** Number of lines that are not JSON and are shown as they are. */
  brokenLineCount: number;
  /** There are more values than are shown. */
  isCut: boolean;
}

export const noKey = 0xffff_ffff;

export const jsonKindOf = (index: JsonIndex, node: NodeId): JsonKind =>
  jsonKinds[index.kinds[node] ?? 0] ?? 'lines';

/** The top node of the tree: the only document, or the root over several. */
export const topNode = (index: JsonIndex): NodeId => (index.documentCount === 1 ? 1 : 0);

export const isFoldable = (index: JsonIndex, node: NodeId): boolean => (index.childCounts[node] ?? 0) > 0;

/** As written, with quotes. `null`: it has no key. */
export function keyText({ text, keyStarts }: JsonIndex, node: NodeId): string | null {
  const start = keyStarts[node] ?? noKey;
  return start === noKey ? null : text.slice(start, stringEnd(text, start));
}

/** As written. */
export const valueText = ({ text, starts, ends }: JsonIndex, node: NodeId): string =>
  text.slice(starts[node], ends[node]);

/** Decodes a JSON string; other text is returned unchanged. */
export function readString(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, -1);
  }
}

/** The path to a value, in the syntax of `recall_output`. */
export function jsonPathOf(index: JsonIndex, node: NodeId): string {
  const keys: (string | number)[] = [];
  for (let at = node; at !== topNode(index); at = index.parents[at] ?? 0) {
    const key = keyText(index, at);
    keys.push(key === null ? (index.ordinals[at] ?? 0) : readString(key));
  }
  return `$${formatKeys(keys.reverse())}`;
}

/** The line of an offset in a text, from 1. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < index; end = text.indexOf('\n', end + 1)) line += 1;
  return line;
}

/** Offset after the closing quote of the string that starts here. -1: it is unterminated, or spans lines. */
export function stringEnd(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === 0x22) return offset + 1;
    if (code === 0x5c) offset += 1;
    else if (code === 0x0a) return -1;
  }
  return -1;
}
