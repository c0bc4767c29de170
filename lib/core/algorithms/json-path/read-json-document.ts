import { errorMessage } from '#lib/core/errors.ts';
import type { JsonValue } from './json-path.ts';

export interface JsonDocument {
  value: JsonValue;
  /**
   * How the text was read, for the reader: `one value a line`. `null`: the text is a single JSON document.
   */
  note: string | null;
}

/**
 * Reads text as JSON: as a single document, as one value a line (NDJSON, returned as an array), or as JSON
 * among other lines, as programs print it. If none of these fits, returns the JSON syntax problem.
 */
export function readJsonDocument(text: string): JsonDocument | { problem: string } {
  const whole = tryParse(text);
  if ('value' in whole) return { ...whole, note: null };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = parseLines(lines);
  if (values.length > 1 && values.length === lines.length) {
    return { value: values, note: 'an array of its lines, each of them JSON' };
  }
  const first = lines.findIndex((line) => /^\s*[[{]/.test(line));
  const last = lines.findLastIndex((line) => /[\]}]\s*$/.test(line));
  const among = first >= 0 && first <= last ? tryParse(lines.slice(first, last + 1).join('\n')) : whole;
  if ('value' in among) return { ...among, note: 'the JSON among other lines' };
  // A single line could be just a word in brackets.
  if (values.length > 1) {
    return {
      value: values,
      note: `an array of the ${values.length} of its ${lines.length} lines that are JSON`,
    };
  }
  return { problem: whole.problem };
}

/** The lines that contain an object or an array. */
function parseLines(lines: readonly string[]): JsonValue[] {
  const values: JsonValue[] = [];
  for (const line of lines) {
    if (!/^\s*[[{]/.test(line)) continue;
    const parsed = tryParse(line);
    if ('value' in parsed) values.push(parsed.value);
  }
  return values;
}

function tryParse(text: string): { value: JsonValue } | { problem: string } {
  try {
    return { value: parseExactly(text) };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}

function parseExactly(text: string): JsonValue {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as JsonValue;
  try {
    return JSON.parse(text, keepInteger) as JsonValue;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Nested too deep to visit each number: numbers are as JavaScript parses them.
    return JSON.parse(text) as JsonValue;
  }
}

/**
 * Keeps integers that a number cannot represent as written. Their text comes from ECMAScript's JSON.parse
 * source access.
 */
function keepInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isInexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isInexact && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? 0) : value;
}
