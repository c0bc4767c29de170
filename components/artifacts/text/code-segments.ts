import type { FileLocation } from './file-paths.ts';

/** A segment of a line in one colour. */
export interface Segment {
  text: string;
  className: string;
  /** It is part of a location, and leads there. */
  location?: FileLocation;
}

/** A row as the highlighter returns it: nested spans with text at the leaves. */
interface HighlightedRow {
  value?: string | number | undefined;
  properties?: { className?: unknown[] } | undefined;
  children?: HighlightedRow[] | undefined;
}

/** Flattens a row to its segments. The line end that the highlighter keeps is dropped. */
export function segmentsOfRow(row: HighlightedRow): Segment[] {
  const segments: Segment[] = [];
  const visit = (node: HighlightedRow, className: string) => {
    if (node.value !== undefined) {
      const text = String(node.value).replace(/\n$/, '');
      if (text !== '') segments.push({ text, className });
      return;
    }
    const own = tokenClasses(node.properties?.className ?? []);
    for (const child of node.children ?? []) visit(child, own || className);
  };
  visit(row, '');
  return segments;
}

/** Prefixes the highlighter's class names (`key`, `code`, `title`), which could match our own styles. */
const tokenClasses = (words: readonly unknown[]): string =>
  words.map((word) => (word === 'token' ? 'token' : `token-${word}`)).join(' ');

export const plainSegments = (text: string): Segment[] => [{ text, className: '' }];
