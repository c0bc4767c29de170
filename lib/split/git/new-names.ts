import { definitionsOf } from './definition-in.ts';

/** A name that a new file defines at its left margin. */
export interface NewName {
  /** `class Cart`, `total()`, `limit`. */
  label: string;
  /** The literal part of the line that the label repeats. */
  name: string;
  isExported: boolean;
  line: number;
}

export interface NewNames {
  /** The first ones, without duplicates. */
  names: readonly NewName[];
  count: number;
}

const maxNames = 200;
const exported = /^(?:export\b|pub\b|module\.exports\b|exports\.)/;
/**
 * Definitions other than functions: `export const limit = 3`, `exports.limit = 3`, `pub const LIMIT: u32`,
 * `LIMIT = 3`.
 */
const value =
  /^(?:export\s+(?:declare\s+)?(?:const|let|var)\s+|(?:module\.)?exports\.|pub(?:\([a-z]{1,10}\))?\s+(?:const|static)\s+|(?=[A-Z][A-Z0-9_]{1,60}\s*(?::[^=]{1,60})?=))([A-Za-z_$][\w$]{0,80})/;

/** Collects the names one new file defines at its left margin; what is indented further belongs to them. */
export function createNewNames(path: string) {
  const definitionIn = definitionsOf(path);
  const names = new Map<string, NewName>();
  let count = 0;
  return {
    line(text: string, line: number): void {
      if (text === '' || !/^\w/.test(text)) return;
      const definition = definitionIn(text);
      const name = definition?.name ?? value.exec(text.slice(0, 200))?.[1];
      if (name === undefined || names.has(name)) return;
      if (definition !== null && definition.depth > 0) return;
      count += 1;
      if (names.size >= maxNames) return;
      names.set(name, { label: definition?.label ?? name, name, isExported: exported.test(text), line });
    },
    finish: (): NewNames => ({ names: [...names.values()], count }),
  };
}
