import { hasFailed } from '../../core/has-failed.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { looksLikeExchange } from '../http-marks.ts';
import { createPartReading, type PartReading } from '../part-reading.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import { createRawLines, type LineSink } from '../raw-lines.ts';
import type { Ending, ReadInside, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createTally } from '../tally.ts';

const programs = new Set(['curl', 'wget', 'http', 'https', 'xh', 'ab', 'httpie']);
const maxExchange = 30;
const maxBodies = 12;
/** A body up to this size is shown as it is. */
const shortBody = 400;
const shortBodyLines = 6;

const statusLine = /^\s*(?:< )?(HTTP\/[\d.]{1,4} \d{3}.{0,100})$/;
const requestLine = /^> [A-Z]{3,8} \S+ HTTP\//;
const failed = /^(?:curl: \(\d+\)|wget: |.{0,60}(?:failed: |unable to resolve host|ERROR \d{3}: ))/;
const header = /^\s*(?:< )?([A-Za-z][\w-]{0,60}):(?: .*)?$/;
const shownHeader =
  /^(?:location|content-type|content-length|retry-after|www-authenticate|set-cookie|allow|x-cache|etag|.*ratelimit.*)$/i;
const connection =
  /^\* (?: ?(?:Connected to|SSL connection using|SSL certificate|Could not|Failed|connect to|Operation timed out|Issue another request|subject:|expire date:|issuer:))/;
/** What curl prints about its own work, and its progress table. */
const own = /^[<>*{}] |^[<>*]$|^[{}] \[|^ {2}%|^ +Dload {2}Upload|^ *\d{1,3} +\d/;

const ownMark = /^(?:[<>*] |\s*HTTP\/[\d.]+ \d{3}|curl: \(\d+\)|wget: |HTTP request sent)/m;
/**
 * Requests and responses as curl and wget print them with `-v`, `-i` or `-S`: status, headers that matter,
 * errors, and each body read as a result of its own.
 */
export const httpExchange: Summarizer = {
  kind: 'http',
  covers: 'part',
  recognise(evidence) {
    if (evidence.type !== 'terminal') return null;
    const isNamed = evidence.programs.some(({ name }) => programs.has(name));
    // With other programs, what they print may tell which request is which.
    const isAlone = evidence.programs.length === 1;
    if (isNamed && ownMark.test(evidence.head)) return isAlone ? 'named' : 'marked';
    return looksLikeExchange(evidence.head) ? 'marked' : null;
  },
  read({ firstLine }, readInside) {
    const facts: Fact[] = [];
    const statuses = createTally(60);
    const bodies = createBodies(readInside);
    let hasError = false;
    /** Whether the lines are headers of a response, up to a blank one. */
    let isInHeaders = false;
    /** The response is neither a success nor the end of a redirect. */
    let isUnusual = false;
    let isError = false;
    const seen = (rank: number, text: string, line: number): null => {
      const shown = quote(text, 160);
      if (facts.length < maxExchange)
        facts.push({ rank: rank + facts.length / 4, line, text: shown, quotes: [shown] });
      return null;
    };
    /** @returns where the line goes if it is part of a body */
    const take = (text: string, line: number): LineSink | null => {
      const [, status] = statusLine.exec(text) ?? [];
      if (status !== undefined) {
        bodies.close();
        isInHeaders = true;
        isError = / [45]\d\d\b/.test(status);
        isUnusual = / [345]\d\d\b/.test(status);
        statuses.add(status.trim());
        return seen(isError ? ranks.failure : ranks.spread, status, line);
      }
      if (failed.test(text)) {
        hasError = true;
        return seen(ranks.cause, text, line);
      }
      if (requestLine.test(text)) {
        bodies.close();
        return seen(ranks.spread, text.slice(2), line);
      }
      if (isInHeaders) {
        const [, name] = header.exec(text) ?? [];
        if (name !== undefined) {
          if (shownHeader.test(name))
            seen(isUnusual ? ranks.lead : ranks.sample, text.replace(/^\s*< /, ''), line);
          return null;
        }
        isInHeaders = false;
      }
      if (connection.test(text)) return seen(ranks.sample, text.slice(2), line);
      return own.test(text) ? null : bodies.start(text, line, isError);
    };
    const lines = createRawLines(firstLine, take);
    return {
      text: lines.push,
      finish({ exitCode }: Ending): Summary | null {
        lines.finish();
        bodies.close();
        if (facts.length === 0) return null;
        return {
          kind: 'http',
          verdict: [
            ...statuses.top(3).map(({ name, count }) => (count === 1 ? name : `${name} ×${figure(count)}`)),
            ...bodies.verdict,
          ],
          explainsFailure: hasError && hasFailed(exitCode),
          sections: [
            { heading: null, noun: null, total: facts.length, layout: 'lines', facts },
            ...bodies.sections,
          ],
        };
      },
    };
  },
};

interface OpenBody {
  reading: PartReading;
  push: LineSink;
  /** Of a response that reports an error, which the body explains. */
  isError: boolean;
  lines: { text: string; number: number }[];
  lineCount: number;
  characters: number;
}

/** Reads the bodies one after another. */
function createBodies(readInside: ReadInside) {
  const sections: Section[] = [];
  let count = 0;
  let lineCount = 0;
  let open: OpenBody | null = null;
  const openBody = (text: string, number: number, isError: boolean): OpenBody => {
    const reading = createPartReading(readInside, () => ({
      tool: 'http_body',
      args: {},
      type: /^\s*[[{]/.test(text) ? 'json' : 'text',
      title: 'body',
      language: null,
      firstLine: number,
    }));
    return { reading, push: reading.push, isError, lines: [], lineCount: 0, characters: 0 };
  };
  return {
    /** @returns where the rest of the line goes */
    start(text: string, number: number, isError: boolean): LineSink | null {
      if (open === null && (text.trim() === '' || count >= maxBodies)) return null;
      open ??= openBody(text, number, isError);
      if (text.trim() !== '') {
        open.lineCount += 1;
        open.characters += text.length;
        if (open.lines.length < shortBodyLines) open.lines.push({ text, number });
      }
      return open.push;
    },
    close() {
      if (open === null) return;
      count += 1;
      lineCount += open.lineCount;
      sections.push(...bodySections(open, count));
      open = null;
    },
    get verdict(): string[] {
      return lineCount > 0 ? [plural(lineCount, 'line of the body', 'lines of the body')] : [];
    },
    sections,
  };
}

/** What is known about a body, or its first lines. */
function bodySections(
  { reading, isError, lines, lineCount, characters }: OpenBody,
  index: number,
): Section[] {
  const summary = reading.finish(0);
  const isShort = lineCount <= shortBodyLines && characters <= shortBody;
  const later = 4 + index / 100;
  const shift = (facts: readonly Fact[]) =>
    facts.map((fact) => ({ ...fact, rank: Math.max(ranks.failure, fact.rank) + later }));
  if (isShort || summary === null || summary.kind === 'general') {
    const facts = lines.map(lineFact).map((fact, at) => ({
      ...fact,
      rank: isError ? ranks.failure + later + at : fact.rank + later,
    }));
    return [{ heading: 'body:', noun: 'line', total: lineCount, layout: 'lines', facts }];
  }
  const text = `body: ${[summary.kind, ...summary.verdict].join(', ')}`;
  return [
    { heading: null, noun: null, total: 1, layout: 'lines', facts: [{ rank: ranks.spread + later, text }] },
    ...summary.sections.map((section) => ({ ...section, facts: shift(section.facts) })),
  ];
}

function lineFact({ text, number }: { text: string; number: number }, index: number): Fact {
  const shown = quote(text, 200);
  return {
    rank: (index < 2 ? ranks.lead : ranks.sample) + index,
    line: number,
    text: `${number}: ${shown}`,
    quotes: [shown],
  };
}
