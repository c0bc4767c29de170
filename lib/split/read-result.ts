import { plainTerminalText } from '../core/algorithms/terminal/terminal-text.ts';
import { programsOf, runsOthers } from './command-line.ts';
import { createGeneralReading } from './general/general-reading.ts';
import { createTextLineFeed, type LineBatch } from './line-feed.ts';
import { mergeSummaries } from './merge-summaries.ts';
import { natureOf } from './nature.ts';
import type { Ending, Evidence, Reader, ReadInside, Subject, Summarizer } from './summarizer.ts';
import { summarizers } from './summarizers.ts';
import type { Summary, Understood } from './summary.ts';

/**
 * Every recogniser reads all of this text, so it is small. Nearly all outputs identify themselves within it.
 */
const evidenceCharacters = 4 * 1024;
/** At most this many readers of each kind read one result: a hostile text may look like everything. */
const readersOfAKind = { all: 2, part: 4, rest: 2 } as const;

/** The parts of a result that are known before it is read. */
export interface TextEdges {
  /** The first and the last characters; `tail` is empty while the end is not known. */
  head: string;
  tail: string;
}

export interface ResultReading {
  /** Decoded text from the first character on, cut anywhere. */
  push(text: string): void;
  finish(ending: Ending): Understood;
}

/** Recognises what a result is and reads it in one pass, in memory that is bounded whatever its length. */
export function createResultReading(
  subject: Subject,
  { head, tail }: TextEdges,
  table: readonly Summarizer[] = summarizers,
): ResultReading {
  return createReaders(evidenceOf(subject, { head, tail }), table);
}

/** What the summarizers recognise a result by. */
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
    // No summarizer reads inside itself, or a hostile text could nest readers as deep as it likes.
    const others = table.filter((summarizer) => summarizer !== each.summarizer);
    const readInside: ReadInside = (subject, head) =>
      createResultReading(subject, { head, tail: '' }, others);
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
 * Chooses summarizers: those named by the command or tool come before those recognised by marks, in table
 * order. Stops early once the whole result was named, or the only program that ran is known and runs no
 * other, since recognising and reading take time.
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
      if (covers === 'part' && ranAlone) return [...marked.filter(coversAll), ...named];
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

const coversAll = ({ summarizer }: Chosen): boolean => summarizer.covers === 'all';

interface GuardedReader {
  covers: Summarizer['covers'];
  isNamed: boolean;
  lines(lines: readonly string[], from: number): void;
  text(piece: string): void;
  finish(ending: Ending): Summary | null;
}

/** Drops a summarizer that throws; the call continues without it. */
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
