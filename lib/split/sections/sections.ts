import { type Fact, ranks, type Section } from '../facts.ts';
import { createPartReading, type PartReading } from '../part-reading.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence, ReadInside, Summarizer } from '../summarizer.ts';
import type { Understood } from '../summary.ts';
import { createHeadingReader, type SectionHeading } from './heading.ts';

/** Fewer headings may be lines that look like headings by chance. */
const minHeadings = 3;
/** With more, the lines are not headings of a report. */
const maxHeadingShare = 0.4;
const maxSections = 100;
/** Sections up to this size are shown as they are. */
const shortLines = 8;
const shortCharacters = 300;
/** Lines up to this length, without columns, are listed on the heading's line. */
const listedCharacters = 40;
/** Facts of all sections that a view has room for. */
const neededFacts = 20;

/** The output of a script that prints headings: each section is read as a result of its own. */
export const reportSections: Summarizer = {
  kind: 'sections',
  covers: 'all',
  recognise: (evidence) => (formOf(evidence) === null ? null : 'marked'),
  read(evidence, readInside) {
    const form = formOf(evidence);
    const sections: ReadSection[] = [];
    let open: OpenSection | null = null;
    let count = 0;
    const close = () => {
      if (open !== null && sections.length < maxSections) sections.push(open.finish());
    };
    const reader = createHeadingReader({
      heading(heading) {
        if (heading.form !== form) return open?.line(heading.text, heading.line);
        close();
        count += 1;
        open = openSection(evidence, readInside, heading);
      },
      content: (text, number) => open?.line(text, number),
    });
    return {
      line: reader.line,
      finish() {
        reader.finish();
        close();
        const described = sections.flatMap((section, index) =>
          describe(section, index, Math.max(1, Math.round(neededFacts / count))),
        );
        if (count < minHeadings || described.length === 0) return null;
        return {
          kind: 'sections',
          verdict: [plural(count, 'section')],
          sections: described,
          explainsFailure: sections.some(({ summary }) => summary?.explainsFailure === true),
        };
      },
    };
  },
};

/** The form of the headings; `null`: there are too few. */
function formOf({ type, head, tail }: Evidence): string | null {
  if (type !== 'terminal' && type !== 'text') return null;
  const titles = new Map<string, Set<string>>();
  let lineCount = 0;
  const reader = createHeadingReader({
    heading({ form, text }) {
      const known = titles.get(form);
      if (known) known.add(text);
      else titles.set(form, new Set([text]));
    },
    content(text) {
      if (text.trim() !== '') lineCount += 1;
    },
  });
  const edges = tail === head ? head : `${head}\n${tail}`;
  for (const [index, line] of edges.split('\n').entries()) reader.line(line, index);
  reader.finish();
  for (const [form, { size }] of titles) {
    if (size >= minHeadings && size <= (lineCount + size) * maxHeadingShare) return form;
  }
  return null;
}

interface ReadSection {
  heading: SectionHeading;
  /** All lines of a short section; `null`: it is longer. */
  lines: readonly { text: string; number: number }[] | null;
  lineCount: number;
  summary: Understood | null;
}

interface OpenSection {
  line(text: string, number: number): void;
  finish(): ReadSection;
}

function openSection({ tool }: Evidence, readInside: ReadInside, heading: SectionHeading): OpenSection {
  const reading: PartReading = createPartReading(readInside, () => ({
    tool,
    args: {},
    type: 'terminal',
    title: heading.text,
    language: null,
    firstLine: heading.line + 1,
  }));
  const lines: { text: string; number: number }[] = [];
  let lineCount = 0;
  let characters = 0;
  return {
    line(text, number) {
      reading.line(text);
      if (text.trim() === '') return;
      lineCount += 1;
      characters += text.length;
      if (lines.length < shortLines) lines.push({ text, number });
    },
    finish: () => ({
      heading,
      lines: lineCount <= shortLines && characters <= shortCharacters ? lines : null,
      lineCount,
      summary: reading.finish(0),
    }),
  };
}

/**
 * The facts of all sections compete for the room in turns: the first of each, then the second of each. Problems
 * come before all others.
 */
function describe(section: ReadSection, index: number, neededTurns: number): Section[] {
  const inTurn = (turn: number) => (turn < neededTurns ? ranks.lead : ranks.sample) + turn + index / 1_000;
  const { heading, lines, summary } = section;
  const title = quote(heading.text, 80);
  if (lines) return lines.length === 0 ? [] : [asItIs(title, lines, inTurn(0))];
  // What stands out in lines that no summarizer knows is found by comparing all sections.
  if (!summary || summary.kind === 'general') return [];
  const facts = summary.sections
    .flatMap((part) => part.facts)
    .filter(({ isLabel }) => isLabel !== true)
    .toSorted((a, b) => a.rank - b.rank)
    .map((fact, turn): Fact => ({ ...fact, rank: fact.rank < ranks.spread ? fact.rank : inTurn(turn) }));
  const result = `${summary.kind}: ${summary.verdict.join(', ')}`;
  return [{ heading: `${title}: ${result}:`, noun: null, total: facts.length, layout: 'lines', facts }];
}

const isShort = (text: string): boolean => text.length <= listedCharacters && !text.includes('  ');

function asItIs(title: string, lines: readonly { text: string; number: number }[], rank: number): Section {
  const facts = lines.map(({ text, number }): Fact => {
    const shown = quote(text, 160);
    return { rank, line: number, text: shown, quotes: [shown] };
  });
  const isList = lines.every(({ text }) => isShort(text.trim()));
  return { heading: `${title}:`, noun: null, total: facts.length, layout: isList ? 'list' : 'lines', facts };
}
