import type { JsonValue } from './json-path.ts';

/**
 * A value in a document with the keys that lead to it: a linked chain, so that deep nodes cost no more than
 * others.
 */
export interface JsonNode {
  value: JsonValue;
  /** `null`: it is the root. */
  parent: JsonNode | null;
  key: string | number;
}

export const rootNode = (value: JsonValue): JsonNode => ({ value, parent: null, key: '$' });

export type JsonContainer = JsonValue[] | { [key: string]: JsonValue };

export const isContainer = (value: JsonValue): value is JsonContainer =>
  typeof value === 'object' && value !== null;

/** In document order. */
export function childrenOf(node: JsonNode): JsonNode[] {
  const { value } = node;
  if (!isContainer(value)) return [];
  return Array.isArray(value)
    ? value.map((item, key) => ({ value: item, parent: node, key }))
    : Object.entries(value).map(([key, item]) => ({ value: item, parent: node, key }));
}

/** The keys that lead to a node, from the root. */
export function keysOf(node: JsonNode): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at = node; at.parent !== null; at = at.parent) keys.push(at.key);
  return keys.reverse();
}

/** A path that can be typed again: dots where the name allows it, brackets otherwise. */
export const formatKeys = (keys: readonly (string | number)[]): string => keys.map(formatKey).join('');

function formatKey(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
