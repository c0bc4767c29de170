import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
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
const maxExchange = 400;
const statusesShown = 6;
const maxBodies = 12;
/** A body up to this size is shown as it is. */
const shortBody = 400;
const shortBodyLines = 6;

/** The reason is some capitalised words, so that prose about a status is none. */
const statusLine = /^\s*(?:< )?(HTTP\/[\d.]{1,4} \d{3}(?: [A-Z][\w'-]{0,20}(?: [\w'-]{1,20}){0,4})?)\s*$/;
const curlError = /^curl: \(\d+\)/;
const requestLine = /^> [A-Z]{3,8} \S+ HTTP\//;
const failed = /^(?:curl: \(\d+\)|wget: |.{0,60}(?:failed: |unable to resolve host|ERROR \d{3}: ))/;
const header = /^\s*(?:< )?([A-Za-z][\w-]{0,60}):(?: .*)?$/;
const shownHeader =
  /^(?:location|content-type|content-length|retry-after|www-authenticate|set-cookie|allow|x-cache|etag|.*ratelimit.*)$/i;
const connection =
  /^\* (?: ?(?:Connected to|SSL connection using|SSL certificate|Could not|Failed|connect to|Operation timed out|Issue another request|subject:|expire date:|issuer:))/;
/** What curl prints about its own work, and its progress table. */
const own =
  /^[<>*{}] |^[<>*]$|^[{}] \[|^ {2}%|^ +Dload {2}Upload|^ *\d{1,3} +\d.{0,80}(?:--:--:--|\d:\d\d:\d\d)/;

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
  read({ firstLine, programs: ran }, readInside) {
    const facts: Fact[] = [];
    const statuses = createTally(60);
    // What other programs print comes below the headers too.
    const bodies = createBodies(readInside, ran.length > 1 ? 'below the headers' : 'of the body');
    let hasError = false;
    /** Whether the lines are headers of a response, up to a blank one. */
    let isInHeaders = false;
    /** The response is neither a success nor the end of a redirect. */
    let isUnusual = false;
    let isError = false;
    /** curl prints what it sends and receives between the lines of the bodies. */
    let isVerbose = false;
    // wget prints bodies to files.
    const hasBodies = !ran.some(({ name }) => name === 'wget');
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
      if (requestLine.test(text)) {
        bodies.close();
        isVerbose = true;
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
      // In a body, only what curl itself reports is not part of it.
      const isPrinted = bodies.isOpen || (hasBodies && statuses.total > 0);
      if ((isPrinted ? curlError : failed).test(text)) {
        hasError = true;
        seen(ranks.cause, text, line);
        return bodies.blank();
      }
      if (isVerbose || !bodies.isOpen) {
        if (connection.test(text)) seen(ranks.sample, text.slice(2), line);
        if (own.test(text)) return bodies.blank();
      }
      return hasBodies ? bodies.start(text, line, isError) : null;
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
            ...statuses
              .top(statusesShown)
              .map(({ name, count }) => (count === 1 ? name : `${name} ×${figure(count)}`)),
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
function createBodies(readInside: ReadInside, where: string) {
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
    get isOpen() {
      return open !== null;
    },
    /** A line that is not of the body keeps its place, so that the numbers of the others are right. */
    blank(): LineSink | null {
      const push = open?.push;
      return push ? (piece) => (piece === '\n' ? push(piece) : undefined) : null;
    },
    /** @returns where the rest of the line goes */
    start(text: string, number: number, isError: boolean): LineSink | null {
      if (open === null && text.trim() === '') return null;
      if (open === null && count >= maxBodies) {
        lineCount += 1;
        return null;
      }
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
      return lineCount > 0 ? [plural(lineCount, `line ${where}`, `lines ${where}`)] : [];
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
