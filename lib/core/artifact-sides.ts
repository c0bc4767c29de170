import type { Relation } from './artifact.ts';
import type { ModelReading } from './model-reading.ts';

/** How the two sides of an artifact stand to each other, as the server found it; neither is trusted where they do not match. */
export type CheckedRelation = Relation | 'mismatch';

/** What was stored, looked at again. */
export interface SidesCheck {
  /** When the bytes were read (ISO 8601). */
  checkedAt: string;
  recordedSha256: string;
  /** Of the bytes as they are stored now; `null`: they are not there. */
  foundSha256: string | null;
  /** Whether the stored view is the text that the log says was sent; `null`: none was stored for this one. */
  isViewAsSent: boolean | null;
}

/** `GET /api/artifacts/:id/sides`: what the model saw of an artifact, told wholly. */
export interface ArtifactSides extends ModelReading {
  /** `null`: the model has read nothing of it, or not yet. */
  relation: CheckedRelation | null;
  /** `null`: it is still written, or its bytes have expired. */
  check: SidesCheck | null;
  /** The text itself stands under `?view=assistant`. `null`: no call of this conversation made it. */
  toolCallId: string | null;
}

export const isMatching = ({ recordedSha256, foundSha256, isViewAsSent }: SidesCheck): boolean =>
  recordedSha256 === foundSha256 && isViewAsSent !== false;
