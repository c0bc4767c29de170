import type { ArtifactType, Dimensions, FileChange } from '../core/artifact.ts';
import type { ResultType } from '../core/events.ts';
import type { LineRange } from '../core/lines.ts';

/** What people are to see of a result, beyond its bytes. */
export interface ResultDescription {
  type: ArtifactType;
  /** What was read or run; stands at the head of both views. */
  title: string;
  mimeType: string;
  language: string | null;
  files: string[];
  /** The number people see on the first line. */
  firstLine: number;
  exitCode: number | null;
  /** Figures beyond the line count, for the verdict: `48 matches in 12 files`. */
  counts: string | null;
  /** Of an image. */
  dimensions?: Dimensions;
  /** The model looks at the image itself too. */
  seenImage?: true;
  /** Of a diff: what was done to which files. */
  changes?: FileChange[];
}

/** What is known of something that ran only when its last byte has come. */
export interface ResultEnding {
  exitCode: number | null;
  durationMs: number;
  /** How it ended, for the verdict of both views: `exit 1`, `exit 137, killed: over 2 GiB of memory`. */
  outcome: string;
  /** Short truths for people and model alike: `network is off in this workspace`. */
  notes: string[];
  /** Stored lines that hold standard error. */
  stderrLines: LineRange[];
}

/** A result that comes as something runs: people follow it from its first byte. Whoever runs it ends it, a stop included. */
export interface LiveResult {
  stderrLines(): LineRange[];
  /** After the last byte. */
  ending(edges: { head: string; tail: string }): Promise<ResultEnding>;
}

export interface ToolSuccess {
  resultType: 'success';
  /** The full result: what a plain host would have sent to the model, as text or as the bytes of it. */
  textResultForLlm: string | AsyncIterable<Uint8Array>;
  description: ResultDescription;
  live?: LiveResult;
  /** Files whose content the model knows from this result, by SHA-256; `null`: it knows that there is none. */
  knownFiles?: { path: string; sha256: string | null }[];
  notes?: string[];
  /** What the model reads, where the tool bounds it itself (a recall, an exact range); else the split makes it. */
  assistantView?: string;
  /** For people, never for the model. */
  sessionLog?: string;
  /** Of a recall: what was read again, the tool that had made it, and what the model asked for. */
  recalled?: { artifactId: string; toolName: string; ask: string };
}

export interface ToolFailure {
  resultType: Exclude<ResultType, 'success'>;
  /** For the model and for people alike. */
  error: string;
  sessionLog?: string;
}

export type ToolResult = ToolSuccess | ToolFailure;
