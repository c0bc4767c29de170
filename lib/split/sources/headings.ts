import { copyString } from '../copy-string.ts';
import { isBlankLine } from './blank-line.ts';

export interface Heading {
  /** 1 is the title. */
  level: number;
  text: string;
  line: number;
  /** A date in the heading or on the line below. */
  date: string | null;
}

export interface DocumentFigures {
  headings: Heading[];
  /** Includes headings that were not kept. */
  headingCount: number;
  codeBlocks: number;
  tables: number;
  doneTasks: number;
  openTasks: number;
  /** The first line of text that is not a heading. */
  opening: { text: string; line: number } | null;
  /** How many headings are versions. */
  versionCount: number;
  /** The last version heading, which may come after the kept headings. */
  lastVersion: Heading | null;
}

export interface DocumentReader {
  line(text: string, number: number): void;
  /** Whether a heading was found. */
  hasFound(): boolean;
  finish(): DocumentFigures;
}

const maxHeadings = 2_000;
const headingCharacters = 120;
const atx = /^(#{1,6})\s+(\S.*)$/;
const asciidoc = /^(={1,6})\s+(\S.*)$/;
const underline = /^([=\-~^"'`#*+.:_])\1{2,}\s*$/;
const fence = /^\s{0,3}(?:`{3,}|~{3,})/;
const version =
  /^(?:[[(]|\*\*|release\s|version\s|v(?=\d)|what's new in\s)*\[?(?:[\w@/-]+[@\s])?v?\d+\.(?:\d+|x)[\w.+-]*/i;
const day = /\b(\d{4}-\d\d-\d\d)\b/;

/** Reads the structure of Markdown, reStructuredText and AsciiDoc: headings, code blocks, tables, tasks. */
export function createDocumentReader(kind: 'markdown' | 'rst' | 'asciidoc'): DocumentReader {
  const headings: Heading[] = [];
  /** reStructuredText: underline characters in order of first use, which defines their level. */
  const marks: string[] = [];
  const figures = { headingCount: 0, codeBlocks: 0, tables: 0, doneTasks: 0, openTasks: 0, versionCount: 0 };
  let lastVersion: Heading | null = null;
  let opening: DocumentFigures['opening'] = null;
  let last: { text: string; line: number } | null = null;
  let latest: Heading | null = null;
  let isCode = false;
  let isFrontMatter = false;
  let wasTable = false;

  const add = (level: number, text: string, line: number) => {
    const heading = {
      level,
      text: copyString(text.trim().slice(0, headingCharacters)),
      line,
      date: day.exec(text)?.[1] ?? null,
    };
    figures.headingCount += 1;
    if (headings.length < maxHeadings) headings.push(heading);
    latest = heading;
    if (!isVersion(heading)) return;
    figures.versionCount += 1;
    lastVersion = heading;
  };
  const levelOf = (mark: string): number => {
    if (kind === 'markdown') return mark === '=' ? 1 : 2;
    if (!marks.includes(mark)) marks.push(mark);
    return marks.indexOf(mark) + 1;
  };
  const readUnderline = (text: string): boolean => {
    const mark = text[0] ?? '';
    if (!last || !underline.test(text) || (kind === 'markdown' && mark !== '=' && mark !== '-')) return false;
    if (/^[\s|>*+-]/.test(last.text) || (kind === 'rst' && text.trim().length < last.text.trim().length))
      return false;
    if (opening?.line === last.line) opening = null;
    add(levelOf(mark), last.text, last.line);
    last = null;
    return true;
  };
  const readTable = (text: string) => {
    const isTable = text.startsWith('|');
    if (isTable && !wasTable) figures.tables += 1;
    wasTable = isTable;
  };

  const readText = (text: string, number: number) => {
    const [, hashes, named] = (kind === 'asciidoc' ? asciidoc : atx).exec(text) ?? [];
    if (hashes !== undefined && named !== undefined && kind !== 'rst') {
      add(hashes.length, kind === 'markdown' ? withoutClosing(named) : named, number);
      last = null;
      return;
    }
    if (readUnderline(text)) return;
    readTable(text);
    const [, box] = /^\s*[-*+] \[([ xX])\]/.exec(text) ?? [];
    if (box !== undefined) figures[box === ' ' ? 'openTasks' : 'doneTasks'] += 1;
    if (latest && latest.date === null && number - latest.line <= 3)
      latest.date = day.exec(text)?.[1] ?? null;
    last = { text, line: number };
    if (opening === null && /^[\p{L}\d*_"'`(>]/u.test(text)) opening = { text, line: number };
  };

  return {
    line(text, number) {
      if (number === 1 && text === '---') isFrontMatter = true;
      else if (isFrontMatter) isFrontMatter = text !== '---' && text !== '...';
      else if (kind === 'markdown' && fence.test(text)) {
        if (!isCode) figures.codeBlocks += 1;
        isCode = !isCode;
        last = null;
      } else if (!isCode && isBlankLine(text)) {
        last = null;
        wasTable = false;
      } else if (!isCode) readText(text, number);
    },
    hasFound: () => figures.headingCount > 0,
    finish: () => ({ headings, opening, lastVersion, ...figures }),
  };
}

/** `## One ##` */
function withoutClosing(text: string): string {
  let end = text.trimEnd().length;
  const full = end;
  while (text[end - 1] === '#') end -= 1;
  return end < full && (text[end - 1] === ' ' || end === 0) ? text.slice(0, end) : text;
}

export const isVersion = ({ text }: Heading): boolean => version.test(text);
