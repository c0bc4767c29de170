/**
 * A JSON document as paths are evaluated on it. Integers too long for a number are `bigint`, so that no digit
 * is lost.
 */
export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

/** A parsed JSONPath: RFC 9535 without `match` and `search`, whose expressions could take forever. */
export interface JsonPath {
  /** As typed, starting at its root. */
  text: string;
  segments: readonly JsonSegment[];
}

export interface JsonSegment {
  /** `..`: applies to the value and all its descendants. */
  isDescendant: boolean;
  selectors: readonly JsonSelector[];
}

export type JsonSelector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; start: number | null; end: number | null; step: number }
  | { kind: 'wildcard' }
  | { kind: 'filter'; test: JsonTest };

/** The condition of a filter. */
export type JsonTest =
  | { kind: 'or' | 'and'; tests: readonly JsonTest[] }
  | { kind: 'not'; test: JsonTest }
  | { kind: 'exists'; query: JsonQuery }
  | { kind: 'compare'; operator: JsonOperator; left: JsonOperand; right: JsonOperand };

export type JsonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type JsonOperand =
  | { kind: 'literal'; value: string | number | bigint | boolean | null }
  | { kind: 'query'; query: JsonQuery }
  | { kind: 'length' | 'count' | 'value'; query: JsonQuery };

/** A path within a filter, relative to the value that is tested or to the root. */
export interface JsonQuery {
  from: 'current' | 'root';
  segments: readonly JsonSegment[];
}

/** A sentence about what is wrong with a path or with a query. */
export class JsonPathError extends Error {
  override name = 'JsonPathError';
}
