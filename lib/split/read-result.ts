import { plainTerminalText } from '../core/terminal-text.ts';
import { programsOf, runsOthers } from './command-line.ts';
import { createGeneralReading } from './general/general-reading.ts';
import { createTextLineFeed, type LineBatch } from './line-feed.ts';
import { mergeSummaries } from './merge-summaries.ts';
import { natureOf } from './nature.ts';
import type { Ending, Evidence, Reader, ReadInside, Subject, Summarizer } from './summarizer.ts';
import { summarizers } from './summarizers.ts';
import type { Summary, Understood } from './summary.ts';

/** Every recogniser looks at all of it, so it has to be little: nearly all outputs say in it what they are. */
const evidenceCharacters = 4 * 1024;
/** No more of a kind read one result: a hostile text may look like everything. */
const readersOfAKind = { all: 2, part: 3, rest: 2 } as const;

/** What a result is known by before it is read. */
export interface TextEdges {
  /** Its first characters, and its last; `tail` is empty where the end has not come yet. */
  head: string;
  tail: string;
}

export interface ResultReading {
  /** Decoded text from the first character on, cut anywhere. */
  push(text: string): void;
  finish(ending: Ending): Understood;
}

/** Finds out what a result is, and reads it in one pass, in memory that is bounded whatever its length. */
export function createResultReading(
  subject: Subject,
  { head, tail }: TextEdges,
  table: readonly Summarizer[] = summarizers,
): ResultReading {
  return createReaders(evidenceOf(subject, { head, tail }), table);
}

/** What a result is recognised by. */
export const evidenceOf = (subject: Subject, { head, tail }: TextEdges): Evidence => ({
  ...subject,
  programs: typeof subject.args.command === 'string' ? programsOf(subject.args.command) : [],
  head: plainTerminalText(head.slice(0, evidenceCharacters)),
  tail: plainTerminalText(tail.slice(-evidenceCharacters)),
});

function createReaders(evidence: Evidence, table: readonly Summarizer[]): ResultReading {
  const faults: unknown[] = [];
  const chosen = choose(evidence, table, faults);
  const readers = chosen.map((each) => {
    const readInside: ReadInside = (subject, head) => createResultReading(subject, { head, tail: '' }, table);
    return guard(each, () => each.summarizer.read(evidence, readInside), faults);
  });
  const general = createGeneralReading();
  const feed = createTextLineFeed(evidence.firstLine);
  const give = ({ lines, from }: LineBatch) => {
    for (const reader of readers) reader.lines(lines, from);
    general.lines(lines, from);
  };
  return {
    push(piece) {
      for (const reader of readers) reader.text(piece);
      give(feed.push(piece));
    },
    finish(ending) {
      give(feed.finish());
      const found = readers.flatMap(({ covers, isNamed, finish }) => {
        const summary = finish(ending);
        return summary ? [{ ...summary, covers, isNamed }] : [];
      });
      const kinds = found.map(({ kind }) => kind);
      const findings =
        found.find((summary) => summary.findings)?.findings ??
        general.finish({ ...ending, ...natureOf(evidence, kinds) });
      return { ...mergeSummaries(found, findings, ending), findings, faults };
    },
  };
}

interface Chosen {
  summarizer: Summarizer;
  isNamed: boolean;
}

/**
 * What was named comes before what only looks like it; within each the table's order holds. Once it is named what all of the result
 * is, or the one program that ran is known and runs no other, nothing else is asked for: asking and reading take time.
 */
function choose(evidence: Evidence, table: readonly Summarizer[], faults: unknown[]): Chosen[] {
  const [program, ...others] = evidence.programs;
  const ranAlone = program !== undefined && others.length === 0 && !runsOthers(program);
  const named: Chosen[] = [];
  const marked: Chosen[] = [];
  let isWholeNamed = false;
  for (const summarizer of table) {
    const { covers } = summarizer;
    if (isWholeNamed && covers !== 'all') continue;
    try {
      const recognised = summarizer.recognise(evidence);
      if (recognised === 'marked') marked.push({ summarizer, isNamed: false });
      if (recognised !== 'named') continue;
      named.push({ summarizer, isNamed: true });
      if (covers === 'part' && ranAlone) return named;
      isWholeNamed ||= covers === 'all';
    } catch (error) {
      faults.push(error);
    }
  }
  const ordered = isWholeNamed ? named : [...named, ...marked];
  const first = (covers: Summarizer['covers']) =>
    ordered.filter(({ summarizer }) => summarizer.covers === covers).slice(0, readersOfAKind[covers]);
  return [...first('all'), ...first('part'), ...first('rest')];
}

interface GuardedReader {
  covers: Summarizer['covers'];
  isNamed: boolean;
  lines(lines: readonly string[], from: number): void;
  text(piece: string): void;
  finish(ending: Ending): Summary | null;
}

/** A summarizer that throws is out: the call goes on without it. */
function guard(
  { summarizer: { covers }, isNamed }: Chosen,
  begin: () => Reader,
  faults: unknown[],
): GuardedReader {
  let reader: Reader | null = null;
  const safely = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      faults.push(error);
      reader = null;
      return null;
    }
  };
  reader = safely(begin);
  return {
    covers,
    isNamed,
    lines(lines, from) {
      const { line } = reader ?? {};
      if (!line) return;
      safely(() => {
        for (let index = 0; index < lines.length; index += 1) line(lines[index] ?? '', from + index);
      });
    },
    text: (piece) => void safely(() => reader?.text?.(piece)),
    finish: (ending) => safely(() => reader?.finish(ending) ?? null),
  };
}
