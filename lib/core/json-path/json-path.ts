/** A JSON document as it is looked into. Integers too long for a number are `bigint`, so that no digit is lost. */
export type JsonValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue };

/** A path into JSON, read: the part of RFC 9535 without `match` and `search`, whose expressions could take forever. */
export interface JsonPath {
  /** As typed, from its root. */
  text: string;
  segments: readonly JsonSegment[];
}

export interface JsonSegment {
  /** `..`: of the value and of all that is in it. */
  isDescendant: boolean;
  selectors: readonly JsonSelector[];
}

export type JsonSelector =
  | { kind: 'name'; name: string }
  | { kind: 'index'; index: number }
  | { kind: 'slice'; start: number | null; end: number | null; step: number }
  | { kind: 'wildcard' }
  | { kind: 'filter'; test: JsonTest };

/** What a filter asks of a value. */
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

/** A path within a filter: from the value that is tested, or from the root. */
export interface JsonQuery {
  from: 'current' | 'root';
  segments: readonly JsonSegment[];
}

/** Says what is wrong with a path, or with what was asked of it. */
export class JsonPathError extends Error {
  override name = 'JsonPathError';
}
