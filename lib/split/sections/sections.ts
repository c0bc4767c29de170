import { figure } from '../figure.ts';
import { createPartReading, type PartReading } from '../part-reading.ts';
import { plural } from '../plural.ts';
import type { Evidence, ReadInside, Summarizer } from '../summarizer.ts';
import { describeSections, type ReadSection } from './describe-sections.ts';
import { createHeadingReader, fileForm, isRule, type SectionHeading } from './heading.ts';

/** Fewer headings may be lines that look like headings by chance. */
const minHeadings = 3;
/** With more, the lines are not headings of a report. */
const maxHeadingShare = 0.4;
const maxSections = 100;
/** Sections up to this size are shown as they are. */
const shortLines = 8;
const shortCharacters = 300;

/** The output of a script that prints headings: each section is read as a result of its own. */
export const reportSections: Summarizer = {
  kind: 'sections',
  covers: 'all',
  recognise(evidence) {
    const form = formOf(evidence);
    // Nothing else prints the headings of several files.
    return form === null ? null : form === fileForm && evidence.head.startsWith('==> ') ? 'named' : 'marked';
  },
  read(evidence, readInside) {
    const form = formOf(evidence);
    const sections: ReadSection[] = [];
    let open: OpenSection | null = null;
    let count = 0;
    /** A script that went on after a section is taken to have succeeded there. */
    const close = (exitCode: number | null) => {
      if (open !== null && sections.length < maxSections) sections.push(open.finish(exitCode));
    };
    const reader = createHeadingReader({
      heading(heading) {
        if (heading.form !== form) return open?.line(heading.raw, heading.line);
        close(0);
        count += 1;
        open = openSection(evidence, readInside, heading);
      },
      content: (text, number) => open?.line(text, number),
    });
    return {
      line: reader.line,
      finish({ exitCode }) {
        reader.finish();
        close(exitCode);
        const described = describeSections(sections);
        const isAnyKnown = sections.some(
          ({ lines, summary }) => lines !== null || (summary && summary.kind !== 'general'),
        );
        if (count < (form === fileForm ? 2 : minHeadings) || !isAnyKnown || described.length === 0)
          return null;
        return {
          kind: 'sections',
          verdict: [
            plural(count, 'section'),
            ...(count > sections.length ? [`the last ${figure(count - sections.length)} not described`] : []),
          ],
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
    // Of several files, the first may be long.
    if (size >= (form === fileForm ? 1 : minHeadings) && size <= (lineCount + size) * maxHeadingShare)
      return form;
  }
  return null;
}

interface OpenSection {
  line(text: string, number: number): void;
  finish(exitCode: number | null): ReadSection;
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
      if (text.trim() === '' || isRule(text)) return;
      lineCount += 1;
      characters += text.length;
      if (lines.length < shortLines) lines.push({ text, number });
    },
    finish: (exitCode) => ({
      heading,
      lines: lineCount <= shortLines && characters <= shortCharacters ? lines : null,
      summary: reading.finish(exitCode),
    }),
  };
}
