import { copyString } from '../copy-string.ts';
import type { FieldCategory, FieldValue } from './field-tallies.ts';
import type { Surroundings } from './surroundings.ts';

export interface KeyTallies {
  /**
   * @param line number of the line just entered in `surroundings`; a value that was not seen before makes it
   * a candidate
   */
  add(text: string, line: number, surroundings: Surroundings): void;
  /** Keys that recur with one of few values: a licence, a state. */
  categories(): FieldCategory[];
}

const maxKeys = 120;
/** A key with more distinct values is not a category. */
const maxValues = 24;
const minLines = 12;
const maxLineCharacters = 160;

/** `├─ licenses: MIT`, `State : running`. */
const keyValue = /^[^\p{L}\p{N}"']{0,20}(\p{L}[\p{L}\p{N} _./-]{1,38}?)\s{0,24}[:=]\s{1,24}(\S.{0,59})$/u;

type Values = Map<string, FieldValue>;

/** Counts values by the key that precedes them on the line, as in records that span lines. */
export function createKeyTallies(): KeyTallies {
  const keys = new Map<string, { lineCount: number; values: Values | null }>();
  return {
    add(text, line, surroundings) {
      if (text.length > maxLineCharacters || !(text.includes(': ') || text.includes('= '))) return;
      const [, key, value] = keyValue.exec(text) ?? [];
      if (key === undefined || value === undefined) return;
      let tally = keys.get(key);
      if (!tally) {
        if (keys.size >= maxKeys) return;
        tally = { lineCount: 0, values: new Map() };
        keys.set(copyString(key), tally);
      }
      tally.lineCount += 1;
      const known = tally.values?.get(value);
      if (known) known.count += 1;
      else if (tally.values && tally.values.size < maxValues) {
        const candidate = tally.lineCount > 3 ? surroundings.capture() : null;
        const text = copyString(value);
        tally.values.set(text, { text, count: 1, line, candidate, troubled: null });
      } else tally.values = null;
    },
    categories: () =>
      [...keys].flatMap(([key, { lineCount, values }]) => {
        if (values === null || lineCount < minLines || values.size < 2 || values.size > lineCount / 3)
          return [];
        const sorted = [...values.values()].toSorted((a, b) => b.count - a.count || a.line - b.line);
        return [{ key, position: null, lineCount, values: sorted, isLabel: true }];
      }),
  };
}
