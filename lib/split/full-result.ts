import type { ArtifactType } from '../core/artifact.ts';
import type { Understood } from './summary.ts';

/** A full result as the split sees it. Text is decoded; of a long one only the edges are held, and what readers understood. */
export interface FullResult {
  type: ArtifactType;
  /** What ran or was read: `lib/x.ts`, `npm test`. */
  title: string;
  /** The number people see on the first line; left out: 1. */
  firstLine?: number;
  byteLength: number;
  /** `null`: not text. */
  lineCount: number | null;
  /** How it ended, where that is known: `exit 1`; with what else must be told: `exit 6; network is off in this workspace`. */
  outcome: string | null;
  /** The text is not the bytes: what only a terminal understands was taken out, the sizes of a listing, or a secret. */
  isCleaned: boolean;
  /** An image that the model looks at itself. */
  seenImage?: true;
  /** Figures the tool knows beyond the bytes: `48 matches in 12 files`. */
  counts: string | null;
  /** `null`: too long to hold. */
  whole: string | null;
  head: string;
  tail: string;
  /** The first bytes as they are: of what is no text they tell what it is. */
  headBytes?: Uint8Array;
  fullTokens: number | null;
  /** What summarizers make of it; `null`: it was not read, since it fits whole, or is no text. */
  understood: Understood | null;
}
