import type { ArtifactType } from '../core/vocabulary/artifact-types.ts';
import type { Program } from './command-line.ts';
import type { Summary, Understood } from './summary.ts';

/** What was asked for, known before the first byte arrives. */
export interface Subject {
  tool: string;
  args: Readonly<Record<string, unknown>>;
  type: ArtifactType;
  /** The command that ran or the file that was read: `lib/x.ts`, `npm test`. */
  title: string;
  /** Language of a file: `typescript`. */
  language: string | null;
  /** Displayed number of the first line. */
  firstLine: number;
}

/** What a result is recognised by: the tool and its command line, then marks in the output. */
export interface Evidence extends Subject {
  /** The programs of the command line, unwrapped from `npx` and similar; empty when no command ran. */
  programs: readonly Program[];
  /**
   * The first and the last 4 K characters, clean; the same where the text is short. `tail` is empty where the
   * text is over 4 M.
   */
  head: string;
  tail: string;
}

/** What is known once the last byte has arrived. */
export interface Ending {
  exitCode: number | null;
  lineCount: number;
  byteLength: number;
  /** Counts that the tool knows in addition to the bytes: `48 matches in 12 files`. */
  counts: string | null;
}

/**
 * Reads a result as it streams by, in bounded memory (maps and lists have a maximum size). Lines arrive
 * without their ends, cleaned of terminal sequences, and cut at `longestLine` characters.
 */
export interface Reader {
  /** @param number 1-based, as displayed */
  line?(text: string, number: number): void;
  /** For formats that are not based on lines (JSON): pieces of the text, cut anywhere. */
  text?(piece: string): void;
  /** `null`: nothing of its kind was found after all. */
  finish(ending: Ending): Summary | null;
}

/** Reads a text embedded in a result (a block of an MCP result) as its own result. */
export type ReadInside = (
  subject: Subject,
  head: string,
) => { push(text: string): void; finish(ending: Ending): Understood };

export interface Summarizer {
  kind: string;
  /**
   * `all`: the summarizer covers the whole result. `part`: it may cover one part of several, such as tests
   * after a build. `rest`: used when no other found anything, or none explains the failure.
   */
  covers: 'all' | 'part' | 'rest';
  /**
   * `named`: recognised by the tool or its command line; `marked`: by the output alone; `null`: not
   * recognised.
   */
  recognise(evidence: Evidence): 'named' | 'marked' | null;
  read(evidence: Evidence, readInside: ReadInside): Reader;
}

/** Longer lines are cut; readers get the first `longestLine` characters. */
export const longestLine = 8_192;
