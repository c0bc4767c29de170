import type { ArtifactType } from '../core/artifact.ts';
import type { ResultType } from '../core/events.ts';

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
}

export interface ToolSuccess {
  resultType: 'success';
  /** The full result: what a plain host would have sent to the model, as text or as the bytes of it. */
  textResultForLlm: string | AsyncIterable<Uint8Array>;
  description: ResultDescription;
  /** What the model reads, where the tool bounds it itself (a recall, an exact range); else the split makes it. */
  assistantView?: string;
  /** For people, never for the model. */
  sessionLog?: string;
  /** Of a recall: the tool whose artifact was read again. */
  recalledTool?: string;
}

export interface ToolFailure {
  resultType: Exclude<ResultType, 'success'>;
  /** For the model and for people alike. */
  error: string;
  sessionLog?: string;
}

export type ToolResult = ToolSuccess | ToolFailure;
