import type { PageLine } from './page-lines.ts';

/** An entry of a document's own table of contents. */
export interface ContentsEntry {
  /** From 1 on. */
  page: number;
  /** 1 is the highest. */
  level: number;
  title: string;
}

/** Longer lines are not headings, however large they are. */
const headingCharacters = 120;
const maxLevel = 6;
/** How much larger than most of the text a heading of each level is, where only its size shows it. */
const sizeRatios = [1.8, 1.4, 1.15] as const;

/** The level of a line that is a heading; `null`: it is not. */
export type LevelOf = (line: PageLine, page: number) => number | null;

/**
 * Recognises headings: by the document's table of contents where it has one, else by their size.
 * @param lines of the first pages, which show how large most of the text is
 */
export const headingLevels = (contents: readonly ContentsEntry[], lines: readonly PageLine[]): LevelOf =>
  contents.length > 0 ? levelsByContents(contents) : levelsBySize(usualFontSize(lines));

function levelsByContents(contents: readonly ContentsEntry[]): LevelOf {
  const pages = Map.groupBy(contents, ({ page }) => page);
  return ({ text }, page) => {
    const wanted = comparable(text);
    if (wanted === '' || text.length > headingCharacters) return null;
    const entry = pages.get(page)?.find(({ title }) => isSameTitle(wanted, comparable(title)));
    return entry ? Math.min(entry.level, maxLevel) : null;
  };
}

/** A page often has the number of a section before its title, or only the table of contents has it. */
const isSameTitle = (line: string, title: string): boolean =>
  title !== '' &&
  (line === title || withoutNumber(line) === title || line === withoutNumber(title)) &&
  withoutNumber(title) !== '';

const withoutNumber = (text: string): string => text.replace(/^[\d.]+(?=\p{L})/u, '');

const comparable = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}.]+/gu, '');

function levelsBySize(usual: number): LevelOf {
  return ({ text, fontSize }) => {
    if (usual === 0 || text.length > headingCharacters || !/\p{L}{2}/u.test(text)) return null;
    const level = sizeRatios.findIndex((ratio) => fontSize >= usual * ratio);
    return level === -1 ? null : level + 1;
  };
}

/** The font size of most characters; 0: there are none. */
function usualFontSize(lines: readonly PageLine[]): number {
  const lengths = new Map<number, number>();
  for (const { fontSize, length } of lines) {
    const rounded = Math.round(fontSize * 2) / 2;
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + length);
  }
  let [usual, most] = [0, 0];
  for (const [size, length] of lengths) if (length > most) [usual, most] = [size, length];
  return usual;
}
