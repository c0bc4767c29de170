import type { LineRange } from '../core/algorithms/lines/lines.ts';
import type { Dimensions, FileChange } from '../core/vocabulary/artifact.ts';
import type { ArtifactType } from '../core/vocabulary/artifact-types.ts';
import type { ResultType } from '../core/vocabulary/events.ts';
import type { HostTraffic } from '../core/vocabulary/network/host-traffic.ts';
import type { McpApp } from '../core/vocabulary/tools/mcp-app.ts';
import type { ResourceLink } from '../core/vocabulary/tools/resource-link.ts';

/** How a result is presented to people, besides its bytes. */
export interface ResultDescription {
  type: ArtifactType;
  /** What was read or run; the heading of both views. */
  title: string;
  mimeType: string;
  language: string | null;
  /** Paths in the workspace that the result is about, as `visibleName` writes them; they link to the files. */
  files: string[];
  /** The number people see on the first line. */
  firstLine: number;
  exitCode: number | null;
  /** Figures beyond the line count, for the first line of both views: `48 matches in 12 files`. */
  counts: string | null;
  /** For an image. */
  dimensions?: Dimensions;
  /** The model also looks at the image itself. */
  seenImage?: true;
  /** For a diff: what was done to each file. */
  changes?: FileChange[];
}

/** What is known about a running program only after its last byte. */
export interface ResultEnding {
  exitCode: number | null;
  durationMs: number;
  /** How it ended, for the first line of both views: `exit 1`, `exit 137, killed: over 2 GiB of memory`. */
  outcome: string;
  /** Short notes for people and the model alike: `network is off: the call names no hosts`. */
  notes: string[];
  /** Stored lines that come from standard error. */
  stderrLines: LineRange[];
  /** Connections to other hosts; `null`: it had no network. */
  traffic: readonly HostTraffic[] | null;
}

/**
 * A result that streams while something runs: people follow it from its first byte. The code that runs it
 * also ends it, including on a stop.
 */
export interface LiveResult {
  stderrLines(): LineRange[];
  /** Called after the last byte. */
  ending(edges: { head: string; tail: string }): Promise<ResultEnding>;
}

export interface ToolSuccess {
  resultType: 'success';
  /** The full result: what a plain host would have sent to the model, as text or as its bytes. */
  fullResult: string | AsyncIterable<Uint8Array>;
  description: ResultDescription;
  /** It is words for the model, or what an artifact already has: no artifact is made of it. */
  isStored?: false;
  live?: LiveResult;
  /**
   * Files whose content the model knows from this result, by SHA-256; `null`: it knows that the file does not
   * exist. They may then be edited, so name only files that it has read, in part at least.
   */
  knownFiles?: { path: string; sha256: string | null }[];
  notes?: string[];
  /**
   * What the model reads, if the tool bounds it itself (a recall, an exact range, a few facts); otherwise the
   * split makes it. The budgets that people set for views do not apply to it.
   */
  assistantView?: string;
  /** The tool left something out of `assistantView` for its size: a line says where the rest is. */
  hasMore?: true;
  /** The command line that printed it, where the arguments do not name it `command`. */
  command?: string;
  /** Files and images that came with it: each becomes an artifact of its own. */
  parts?: readonly ResultPart[];
  links?: readonly ResourceLink[];
  /** A page of an MCP server shows it to people, or would: why not, in a sentence for them. */
  app?: { app: McpApp } | { problem: string };
  /** For people, never for the model. */
  sessionLog?: string;
  /** Kept with the call as it was given. */
  custom?: Readonly<Record<string, unknown>>;
  /** For a recall: what was read again, the tool that had made it, and what the model asked for. */
  recalled?: { artifactId: string; toolName: string; ask: string };
}

/** A file that came with a result. */
export interface ResultPart {
  description: ResultDescription;
  bytes: Uint8Array;
}

export interface ToolFailure {
  resultType: Exclude<ResultType, 'success'>;
  /** For the model and people alike. */
  error: string;
  sessionLog?: string;
  custom?: Readonly<Record<string, unknown>>;
}

export type ToolResult = ToolSuccess | ToolFailure;
