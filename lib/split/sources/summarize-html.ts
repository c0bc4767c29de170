import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Ending, Evidence } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally } from '../tally.ts';
import type { FileSummarizer } from './file-summarizer.ts';
import { plainText } from './plain-text.ts';
import { createReportReader } from './report-figures.ts';
import { sourceFileOf } from './source-file.ts';

const extensions = new Set(['html', 'htm', 'xhtml']);
const tag = /<(\/?)([a-zA-Z][\w:-]*)/g;
const maxHeadings = 300;
const counted: Record<string, string> = {
  a: 'link',
  form: 'form',
  input: 'input',
  button: 'button',
  img: 'image',
  script: 'script',
  table: 'table',
  iframe: 'frame',
};

/** HTML pages: title, headings and counts of elements. The contents of scripts and styles are not text. */
export const summarizeHtml: FileSummarizer = {
  kind: 'html',
  covers: 'all',
  recognise: (evidence) => (isPage(evidence) ? 'named' : null),
  read: () => {
    const reading = initialReading();
    return {
      line: (text, number) => readLine(reading, text, number),
      hasFound: () => reading.tags.total > 0,
      finish: (ending) => finishReading(reading, ending),
    };
  },
};

const initialReading = () => ({
  tags: createTally(500),
  report: createReportReader(),
  /** Repeated headings are shown once, with their count. */
  headings: new Map<string, { line: number; level: number; count: number }>(),
  headingCount: 0,
  title: null as { text: string; line: number } | null,
  skippedUntil: null as string | null,
  /** A title or heading that continues on the next line. */
  open: null as { name: string; text: string; line: number } | null,
});
type Reading = ReturnType<typeof initialReading>;

function end(reading: Reading) {
  if (!reading.open) return;
  const text = quote(plainText(reading.open.text), 120);
  if (reading.open.name === 'title') reading.title ??= { text, line: reading.open.line };
  else if (text !== '') {
    reading.headingCount += 1;
    const known = reading.headings.get(text);
    if (known) known.count += 1;
    else if (reading.headings.size < maxHeadings)
      reading.headings.set(text, { line: reading.open.line, level: Number(reading.open.name[1]), count: 1 });
  }
  reading.open = null;
}

function readLine(reading: Reading, text: string, number: number) {
  let from = 0;
  if (reading.skippedUntil === null) reading.report.line(text, number);
  if (!text.includes('<')) {
    if (reading.open && reading.open.text.length < 300) reading.open.text += ` ${text}`;
    return;
  }
  for (const match of text.matchAll(tag)) {
    const name = (match[2] ?? '').toLowerCase();
    const isEnd = match[1] === '/';
    if (reading.skippedUntil !== null) {
      if (isEnd && name === reading.skippedUntil) reading.skippedUntil = null;
      continue;
    }
    if (!isEnd) reading.tags.add(name);
    if (!isEnd && (name === 'script' || name === 'style')) reading.skippedUntil = name;
    const isHeading = name === 'title' || /^h[1-6]$/.test(name);
    if (reading.open && isEnd && name === reading.open.name) {
      reading.open.text += text.slice(from, match.index);
      end(reading);
    } else if (isHeading && !isEnd) {
      end(reading);
      from = match.index;
      reading.open = { name, text: '', line: number };
    }
  }
  if (reading.open && reading.open.text.length < 300) reading.open.text += ` ${text.slice(from)}`;
}

function finishReading(reading: Reading, { exitCode }: Ending): Summary | null {
  end(reading);
  if (reading.tags.total === 0 || hasFailed(exitCode)) return null;
  const figures = Object.entries(counted).flatMap(([name, noun]) => {
    const count = reading.tags.get(name);
    return count > 0 ? [plural(count, noun)] : [];
  });
  return {
    kind: 'html',
    verdict: [
      'HTML',
      ...figures.slice(0, 5),
      ...(reading.headingCount > reading.headings.size ? [plural(reading.headingCount, 'heading')] : []),
    ],
    sections: [
      one('title:', reading.title),
      ...reading.report.finish(),
      {
        heading: 'headings:',
        noun: 'heading',
        total: reading.headings.size,
        layout: 'list',
        facts: [...reading.headings].map(([text, { line, level, count }], index) => ({
          rank: (level < 3 ? ranks.spread : ranks.sample) + index / 100,
          text: `${text}:${line}${count > 1 ? ` ×${count}` : ''}`,
          line,
        })),
      },
    ],
    explainsFailure: false,
  };
}

const one = (heading: string, result: { text: string; line: number } | null): Section => ({
  heading,
  noun: null,
  total: 1,
  layout: 'list',
  facts: result ? [{ rank: ranks.cause, text: `${result.text}:${result.line}`, line: result.line }] : [],
});

function isPage(evidence: Evidence): boolean {
  const file = sourceFileOf(evidence);
  if (!file) return false;
  return evidence.type === 'html' || extensions.has(file.extension);
}
