import { isContainer, type JsonContainer } from './json-node.ts';
import type { JsonValue } from './json-path.ts';

/** How much of a value is printed; what is left out is replaced by its count. */
export interface JsonDetail {
  /** Levels of nested containers. */
  depth: number;
  /** Items of an array or keys of an object. */
  items: number;
  /** Characters of a string. */
  characters: number;
}

export interface PrintedJson {
  text: string;
  /** Something was left out. */
  isShortened: boolean;
}

const lineWidth = 100;

/**
 * Prints a value for reading: what fits on a line stays on one, the rest is indented by a blank. Returns
 * `null` if it would be longer than `longest` characters. The detail bounds the depth, so no document is too
 * deep.
 */
export function printJson(value: JsonValue, detail: JsonDetail, longest: number): PrintedJson | null {
  let isShortened = false;
  let remaining = longest;
  const shorten = (text: string): string => {
    isShortened = true;
    return text;
  };

  const printBlock = (item: JsonValue, depth: number, indent: string): string => {
    const line = printInline(item, depth, lineWidth - indent.length);
    if (line !== null || !isContainer(item)) {
      const text = line ?? printLeaf(item as Leaf);
      remaining -= text.length;
      return text;
    }
    const { open, close, shown, rest, label } = layOut(item);
    remaining -= 2 * indent.length + 4;
    const parts: string[] = [];
    for (const [key, child] of shown) {
      if (remaining < 0) break;
      parts.push(label(key) + printBlock(child, depth + 1, `${indent} `));
    }
    const lines = [...parts, ...rest].map((part) => `${indent} ${part}`);
    return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
  };

  /** On one line of at most `width` characters; `null`: it does not fit. */
  const printInline = (item: JsonValue, depth: number, width: number): string | null => {
    if (width < 2) return null;
    if (!isContainer(item)) {
      const leaf = printLeaf(item);
      return leaf.length <= width ? leaf : null;
    }
    const { open, close, noun, count, shown, rest, label } = layOut(item);
    if (count === 0) return open + close;
    if (depth >= detail.depth) return shorten(`${open}… ${count.toLocaleString('en-US')} ${noun}${close}`);
    const parts: string[] = [];
    let used = 2;
    for (const [key, child] of shown) {
      const start = label(key);
      const printed = printInline(child, depth + 1, width - used - start.length);
      if (printed === null) return null;
      parts.push(start + printed);
      used += start.length + printed.length + 2;
    }
    const line = `${open}${[...parts, ...rest].join(', ')}${close}`;
    return line.length <= width ? line : null;
  };

  const layOut = (item: JsonContainer) => {
    const count = Array.isArray(item) ? item.length : Object.keys(item).length;
    const noun = Array.isArray(item) ? 'items' : 'keys';
    const more = count - detail.items;
    return {
      open: Array.isArray(item) ? '[' : '{',
      close: Array.isArray(item) ? ']' : '}',
      noun,
      count,
      shown: firstEntries(item, detail.items),
      rest: more > 0 ? [shorten(`… ${more.toLocaleString('en-US')} more ${noun}`)] : [],
      label: (key: string) => (Array.isArray(item) ? '' : `${JSON.stringify(key)}: `),
    };
  };

  const printLeaf = (leaf: Leaf): string => {
    if (typeof leaf !== 'string') return String(leaf);
    if (leaf.length <= detail.characters) return JSON.stringify(leaf);
    const more = (leaf.length - detail.characters).toLocaleString('en-US');
    return shorten(
      `${JSON.stringify(leaf.slice(0, detail.characters).toWellFormed())}… (+${more} characters)`,
    );
  };

  const text = printBlock(value, 0, '');
  return remaining < 0 ? null : { text, isShortened };
}

type Leaf = Exclude<JsonValue, JsonContainer>;

function firstEntries(item: JsonContainer, items: number): [key: string, value: JsonValue][] {
  if (Array.isArray(item)) return item.slice(0, items).map((value, index) => [String(index), value]);
  const entries: [string, JsonValue][] = [];
  for (const key in item) {
    if (entries.length >= items) break;
    entries.push([key, item[key] ?? null]);
  }
  return entries;
}
