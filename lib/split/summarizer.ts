import type { ArtifactType } from '../core/artifact.ts';
import type { Program } from './command-line.ts';
import type { Summary, Understood } from './summary.ts';

/** What was asked for: known before the first byte. */
export interface Subject {
  tool: string;
  args: Readonly<Record<string, unknown>>;
  type: ArtifactType;
  /** What ran or was read: `lib/x.ts`, `npm test`. */
  title: string;
  /** Of a file: `typescript`. */
  language: string | null;
  /** The number people see on the first line. */
  firstLine: number;
}

/** What a result is recognised by: the tool and its command line, then marks in the output. */
export interface Evidence extends Subject {
  /** The programs of a command line, the inner ones of `npx` and the like; empty where no command ran. */
  programs: readonly Program[];
  /** The first and the last 4 K characters, clean: the same where the text is short. `tail` is empty where the text is over 4 M. */
  head: string;
  tail: string;
}

/** What is known when the last byte has come. */
export interface Ending {
  exitCode: number | null;
  lineCount: number;
  byteLength: number;
  /** Figures the tool knows beyond the bytes: `48 matches in 12 files`. */
  counts: string | null;
}

/**
 * Reads a result as it streams by, in memory that does not grow with it (maps and lists have an end). Lines come without
 * their ends, cleaned of what only a terminal understands, and cut at `longestLine` characters.
 */
export interface Reader {
  /** @param number 1-based, as people see it */
  line?(text: string, number: number): void;
  /** For what is no matter of lines (JSON): pieces of the text, cut anywhere. */
  text?(piece: string): void;
  /** `null`: nothing of its kind was found after all. */
  finish(ending: Ending): Summary | null;
}

/** Reads a text that stands inside a result (a block of an MCP result) as a result of its own. */
export type ReadInside = (
  subject: Subject,
  head: string,
) => { push(text: string): void; finish(ending: Ending): Understood };

export interface Summarizer {
  kind: string;
  /**
   * `all`: the result is of one piece, and this is what it is. `part`: it may stand among others, as tests behind a build.
   * `rest`: taken where no other found anything, or none explains the failure.
   */
  covers: 'all' | 'part' | 'rest';
  /** `named`: by the tool or its command line; `marked`: by the output alone; `null`: it is not that. */
  recognise(evidence: Evidence): 'named' | 'marked' | null;
  read(evidence: Evidence, readInside: ReadInside): Reader;
}

/** Of a longer line readers get the start. */
export const longestLine = 8_192;
