import { hasFailed } from '../core/has-failed.ts';
import { ranks, type Section, type Summary } from './facts.ts';
import { figure } from './figure.ts';
import { createLineShapes, type Shape } from './line-shapes.ts';
import { plural } from './plural.ts';
import { quote } from './quote.ts';
import type { Ending, Evidence } from './summarizer.ts';

const headLines = 30;
const tailLines = 30;
const problemsHeld = 40;

const looksLikeProblem =
  /error|fail|exception|fatal|panic|abort|denied|refused|cannot|can't|could ?n[o']t|unable|no such|not found|invalid|missing|unexpected|timed out|traceback|undefined|segmentation|killed|conflict/i;

/**
 * For what no other summarizer knows: lines that look like problems, what repeats, the first lines and the last. Of a file no
 * line is taken for a problem: a source that handles errors has none.
 */
export const summarizeGenerally = {
  /** @param others what is known of it: of `all` the edges will do, beside `parts` what repeats is not counted */
  read(evidence: Evidence, others: 'all' | 'parts' | null): GeneralReader {
    const isFile = evidence.type === 'file' || evidence.type === 'markdown' || evidence.type === 'html';
    const isOutput = !isFile && others !== 'all';
    const countsAll = others === null;
    const head: Line[] = [];
    let tail: readonly Line[] = [];
    const problems = new Map<Shape, Line>();
    const shapes = createLineShapes();
    let problemCount = 0;
    const look = (text: string, number: number) => {
      const isProblem = looksLikeProblem.test(text);
      if (!isProblem && !(countsAll && notBlank.test(text))) return;
      const shape = shapes.add(text, number);
      if (!isProblem) return;
      problemCount += 1;
      if (problems.size < problemsHeld && !problems.has(shape)) problems.set(shape, { text, number });
    };
    return {
      lines(lines, from) {
        for (let place = 0; place < lines.length && head.length < headLines; place += 1) {
          const text = lines[place] ?? '';
          if (notBlank.test(text)) head.push({ text, number: from + place });
        }
        tail = lastLines(tail, lines, from);
        if (!isOutput) return;
        for (let place = 0; place < lines.length; place += 1) look(lines[place] ?? '', from + place);
      },
      finish({ exitCode, lineCount }) {
        const isFailure = hasFailed(exitCode);
        const found = [...problems].map(([shape, line]) => ({ ...line, count: shape.count }));
        const sections = isOutput
          ? [problemSection(found, problemCount, isFailure), repeatSection(shapes.top(5, 10))]
          : [];
        const known = new Set(found.slice(0, 5).map(({ number }) => number));
        return {
          kind: 'general',
          verdict:
            problemCount > 0
              ? [plural(problemCount, 'line looks like a problem', 'lines look like problems')]
              : [],
          sections: [...sections, edgeSection(head, tail, { known, isFailure, lineCount, isFile })],
          tellsFailure: problems.size > 0,
        };
      },
    };
  },
};

const notBlank = /\S/;

/** The last that are not blank, of those known and some more. */
function lastLines(known: readonly Line[], lines: readonly string[], from: number): readonly Line[] {
  const last: Line[] = [];
  for (let place = lines.length - 1; place >= 0 && last.length < tailLines; place -= 1) {
    const text = lines[place] ?? '';
    if (notBlank.test(text)) last.push({ text, number: from + place });
  }
  return [...known, ...last.reverse()].slice(-tailLines);
}

/** It always finds something. */
interface GeneralReader {
  lines(lines: readonly string[], from: number): void;
  finish(ending: Ending): Summary;
}

interface Line {
  text: string;
  number: number;
}

function problemSection(found: (Line & { count: number })[], total: number, isFailure: boolean): Section {
  return {
    heading: 'look like problems:',
    noun: 'line',
    total,
    layout: 'lines',
    facts: found.map(({ count, ...line }, place) => {
      const fact = factOf(line, (isFailure ? ranks.cause : ranks.spread) + place);
      return count === 1 ? fact : { ...fact, text: `${fact.text} (×${count})` };
    }),
  };
}

function repeatSection(shapes: readonly Shape[]): Section {
  return {
    heading: 'repeat most:',
    noun: null,
    total: shapes.length,
    layout: 'lines',
    facts: shapes.map(({ count, line, text }, place) => ({
      rank: ranks.sample + place,
      line,
      text: `${figure(count)} × ${quote(text, 120)}`,
      quotes: [quote(text, 120)],
    })),
  };
}

interface EdgeContext {
  /** Told elsewhere. */
  known: ReadonlySet<number>;
  isFailure: boolean;
  lineCount: number;
  isFile: boolean;
}

/** Two lines of the head for one of the tail, since most things say first what they are; of a failure the end comes first. */
function edgeSection(
  head: readonly Line[],
  tail: readonly Line[],
  { known, isFailure, lineCount, isFile }: EdgeContext,
): Section {
  const inHead = new Set(head.map(({ number }) => number));
  const last = tail.filter(({ number }) => !inHead.has(number));
  const show = isFile ? sourceFactOf : factOf;
  const facts = [
    ...head.map((line, place) => show(line, place < 2 ? ranks.lead + place : ranks.sample + 2 * place)),
    ...last.map((line, place) => {
      const fromEnd = last.length - 1 - place;
      const ending = isFailure ? ranks.cause : ranks.lead;
      const rank = fromEnd < 2 ? ending + fromEnd : ranks.sample + 4 * fromEnd;
      // Where it ended need not be what went wrong.
      return { ...show(line, rank), isProblem: false };
    }),
  ].filter(({ line }) => !known.has(line));
  return { heading: null, noun: 'line', total: lineCount - known.size, layout: 'lines', facts };
}

const factOf = ({ text, number }: Line, rank: number) => {
  const shown = quote(text);
  return { rank, line: number, text: `${number}: ${shown}`, quotes: [shown] };
};

/** Of a file the indentation tells something. */
const sourceFactOf = ({ text, number }: Line, rank: number) => {
  const shown = quote(text);
  const indentation = /^[ \t]{0,40}/.exec(text)?.[0] ?? '';
  return { rank, line: number, text: `${number}\t${indentation}${shown}`, quotes: [shown] };
};
