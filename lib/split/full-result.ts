import type { ArtifactType } from '../core/artifact.ts';

/** A full result as the split reads it. Text is decoded; of a long one only the edges are known. */
export interface FullResult {
  type: ArtifactType;
  /** What ran or was read: `lib/x.ts`, `grep "foo"`. */
  title: string;
  byteLength: number;
  /** `null`: not text. */
  lineCount: number | null;
  /** The number people see on the first line. */
  firstLine: number;
  /** How it ended, where that is known: `exit 1`; with what else must be told: `exit 6; network is off in this workspace`. */
  outcome: string | null;
  /** The text is not the bytes: what only a terminal understands was taken out. */
  isCleaned: boolean;
  /** An image that the model looks at itself. */
  seenImage?: true;
  /** Figures the tool knows beyond the bytes: `48 matches in 12 files`. */
  counts: string | null;
  /** `null`: too long to hold. */
  whole: string | null;
  head: string;
  tail: string;
  fullTokens: number | null;
}
