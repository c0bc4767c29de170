import type { ArtifactType } from '../core/vocabulary/artifact-types.ts';
import type { Understood } from './summary.ts';

/**
 * A full result as the split sees it. Text is decoded; for long text only the edges and the readers' results
 * are kept.
 */
export interface FullResult {
  type: ArtifactType;
  /** The command that ran or the file that was read: `lib/x.ts`, `npm test`. */
  title: string;
  /** Displayed number of the first line. Default: 1. */
  firstLine?: number;
  byteLength: number;
  /** `null`: the result is not text. */
  lineCount: number | null;
  /**
   * How it ended, where known: `exit 1`, or with an added note: `exit 6; network is off: the call names no hosts`.
   */
  outcome: string | null;
  /**
   * The text differs from the bytes: terminal sequences, the sizes in a listing, or a secret were removed.
   */
  isCleaned: boolean;
  /** An image that the model sees itself. */
  seenImage?: true;
  /** Counts that the tool knows in addition to the bytes: `48 matches in 12 files`. */
  counts: string | null;
  /** `null`: too long to keep. */
  whole: string | null;
  head: string;
  tail: string;
  /** The first bytes unchanged; for non-text results they determine the type. */
  headBytes?: Uint8Array;
  /** The last bytes unchanged; an archive lists its files there. */
  tailBytes?: Uint8Array;
  fullTokens: number | null;
  /** The result of the summarizers; `null`: the result was not read, because it fits whole or is not text. */
  understood: Understood | null;
}
