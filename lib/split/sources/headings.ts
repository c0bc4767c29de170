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

/** What was read so far. */
interface DocumentState {
  readonly kind: 'markdown' | 'rst' | 'asciidoc';
  readonly headings: Heading[];
  /** reStructuredText: underline characters in order of first use, which defines their level. */
  readonly marks: string[];
  readonly figures: Omit<DocumentFigures, 'headings' | 'opening' | 'lastVersion'>;
  lastVersion: Heading | null;
  opening: DocumentFigures['opening'];
  last: { text: string; line: number } | null;
  latest: Heading | null;
  isCode: boolean;
  isFrontMatter: boolean;
  wasTable: boolean;
}

/** Reads the structure of Markdown, reStructuredText and AsciiDoc: headings, code blocks, tables, tasks. */
export function createDocumentReader(kind: 'markdown' | 'rst' | 'asciidoc'): DocumentReader {
  const reading: DocumentState = {
    kind,
    headings: [],
    marks: [],
    figures: { headingCount: 0, codeBlocks: 0, tables: 0, doneTasks: 0, openTasks: 0, versionCount: 0 },
    lastVersion: null,
    opening: null,
    last: null,
    latest: null,
    isCode: false,
    isFrontMatter: false,
    wasTable: false,
  };
  return {
    line(text, number) {
      if (number === 1 && text === '---') reading.isFrontMatter = true;
      else if (reading.isFrontMatter) reading.isFrontMatter = text !== '---' && text !== '...';
      else if (reading.kind === 'markdown' && fence.test(text)) {
        if (!reading.isCode) reading.figures.codeBlocks += 1;
        reading.isCode = !reading.isCode;
        reading.last = null;
      } else if (!reading.isCode && isBlankLine(text)) {
        reading.last = null;
        reading.wasTable = false;
      } else if (!reading.isCode) readText(reading, text, number);
    },
    hasFound: () => reading.figures.headingCount > 0,
    finish: () => ({
      headings: reading.headings,
      opening: reading.opening,
      lastVersion: reading.lastVersion,
      ...reading.figures,
    }),
  };
}

function add(reading: DocumentState, level: number, text: string, line: number): void {
  const heading = {
    level,
    text: copyString(text.trim().slice(0, headingCharacters)),
    line,
    date: day.exec(text)?.[1] ?? null,
  };
  reading.figures.headingCount += 1;
  if (reading.headings.length < maxHeadings) reading.headings.push(heading);
  reading.latest = heading;
  if (!isVersion(heading)) return;
  reading.figures.versionCount += 1;
  reading.lastVersion = heading;
}

function levelOf(reading: DocumentState, mark: string): number {
  if (reading.kind === 'markdown') return mark === '=' ? 1 : 2;
  if (!reading.marks.includes(mark)) reading.marks.push(mark);
  return reading.marks.indexOf(mark) + 1;
}

function readUnderline(reading: DocumentState, text: string): boolean {
  const mark = text[0] ?? '';
  if (!reading.last || !underline.test(text) || (reading.kind === 'markdown' && mark !== '=' && mark !== '-'))
    return false;
  if (
    /^[\s|>*+-]/.test(reading.last.text) ||
    (reading.kind === 'rst' && text.trim().length < reading.last.text.trim().length)
  )
    return false;
  if (reading.opening?.line === reading.last.line) reading.opening = null;
  add(reading, levelOf(reading, mark), reading.last.text, reading.last.line);
  reading.last = null;
  return true;
}

function readTable(reading: DocumentState, text: string): void {
  const isTable = text.startsWith('|');
  if (isTable && !reading.wasTable) reading.figures.tables += 1;
  reading.wasTable = isTable;
}

function readText(reading: DocumentState, text: string, number: number): void {
  const [, hashes, named] = (reading.kind === 'asciidoc' ? asciidoc : atx).exec(text) ?? [];
  if (hashes !== undefined && named !== undefined && reading.kind !== 'rst') {
    add(reading, hashes.length, reading.kind === 'markdown' ? withoutClosing(named) : named, number);
    reading.last = null;
    return;
  }
  if (readUnderline(reading, text)) return;
  readTable(reading, text);
  const [, box] = /^\s*[-*+] \[([ xX])\]/.exec(text) ?? [];
  if (box !== undefined) reading.figures[box === ' ' ? 'openTasks' : 'doneTasks'] += 1;
  if (reading.latest && reading.latest.date === null && number - reading.latest.line <= 3)
    reading.latest.date = day.exec(text)?.[1] ?? null;
  reading.last = { text, line: number };
  if (reading.opening === null && /^[\p{L}\d*_"'`(>]/u.test(text)) reading.opening = { text, line: number };
}

/** `## One ##` */
function withoutClosing(text: string): string {
  let end = text.trimEnd().length;
  const full = end;
  while (text[end - 1] === '#') end -= 1;
  return end < full && (text[end - 1] === ' ' || end === 0) ? text.slice(0, end) : text;
}

/** Numbered sections look like versions, but go on with their names: `2.1 Naming`. */
const numbered =
  /^\d+(?:\.\d+)+\.?\s+(?!released\b|unreleased\b|beta\b|alpha\b|rc\b)(?!\p{L}{3,9}\.? \d)\p{L}/iu;

export const isVersion = ({ text }: Heading): boolean => version.test(text) && !numbered.test(text);
