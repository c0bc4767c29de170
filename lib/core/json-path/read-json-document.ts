import { errorMessage } from '../errors.ts';
import type { JsonValue } from './json-path.ts';

export interface JsonDocument {
  value: JsonValue;
  /** What a reader must know of how it was read: `one value a line`. `null`: the text is JSON as it stands. */
  note: string | null;
}

/**
 * Reads text as JSON: as it stands, as one value a line (NDJSON: an array of them), or as JSON among other lines, as programs print it.
 * A text that is none of these gives what is wrong with it as JSON.
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
  // A single line may well be no more than a word in brackets.
  if (values.length > 1) {
    return {
      value: values,
      note: `an array of the ${values.length} of its ${lines.length} lines that are JSON`,
    };
  }
  return { problem: whole.problem };
}

/** Those that hold an object or an array. */
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
    // Nested too deep to look at each number: then they are as JavaScript has them.
    return JSON.parse(text) as JsonValue;
  }
}

/** Integers that a number cannot hold stay what was written. Their text comes with ECMAScript's JSON.parse source access. */
function keepInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isInexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isInexact && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? 0) : value;
}
