import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence } from '../summarizer.ts';
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
    const tags = createTally(500);
    const report = createReportReader();
    /** Repeated headings are shown once, with their count. */
    const headings = new Map<string, { line: number; level: number; count: number }>();
    let headingCount = 0;
    let title: { text: string; line: number } | null = null;
    let skippedUntil: string | null = null;
    /** A title or heading that continues on the next line. */
    let open: { name: string; text: string; line: number } | null = null;

    const end = () => {
      if (!open) return;
      const text = quote(plainText(open.text), 120);
      if (open.name === 'title') title ??= { text, line: open.line };
      else if (text !== '') {
        headingCount += 1;
        const known = headings.get(text);
        if (known) known.count += 1;
        else if (headings.size < maxHeadings)
          headings.set(text, { line: open.line, level: Number(open.name[1]), count: 1 });
      }
      open = null;
    };
    return {
      line(text, number) {
        let from = 0;
        if (skippedUntil === null) report.line(text, number);
        if (!text.includes('<')) {
          if (open && open.text.length < 300) open.text += ` ${text}`;
          return;
        }
        for (const match of text.matchAll(tag)) {
          const name = (match[2] ?? '').toLowerCase();
          const isEnd = match[1] === '/';
          if (skippedUntil !== null) {
            if (isEnd && name === skippedUntil) skippedUntil = null;
            continue;
          }
          if (!isEnd) tags.add(name);
          if (!isEnd && (name === 'script' || name === 'style')) skippedUntil = name;
          const isHeading = name === 'title' || /^h[1-6]$/.test(name);
          if (open && isEnd && name === open.name) {
            open.text += text.slice(from, match.index);
            end();
          } else if (isHeading && !isEnd) {
            end();
            from = match.index;
            open = { name, text: '', line: number };
          }
        }
        if (open && open.text.length < 300) open.text += ` ${text.slice(from)}`;
      },
      hasFound: () => tags.total > 0,
      finish({ exitCode }) {
        end();
        if (tags.total === 0 || hasFailed(exitCode)) return null;
        const figures = Object.entries(counted).flatMap(([name, noun]) => {
          const count = tags.get(name);
          return count > 0 ? [plural(count, noun)] : [];
        });
        return {
          kind: 'html',
          verdict: [
            'HTML',
            ...figures.slice(0, 5),
            ...(headingCount > headings.size ? [plural(headingCount, 'heading')] : []),
          ],
          sections: [
            one('title:', title),
            ...report.finish(),
            {
              heading: 'headings:',
              noun: 'heading',
              total: headings.size,
              layout: 'list',
              facts: [...headings].map(([text, { line, level, count }], index) => ({
                rank: (level < 3 ? ranks.spread : ranks.sample) + index / 100,
                text: `${text}:${line}${count > 1 ? ` ×${count}` : ''}`,
                line,
              })),
            },
          ],
          explainsFailure: false,
        };
      },
    };
  },
};

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
