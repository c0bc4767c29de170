import type { ComponentType } from 'react';
import type { ArtifactMetadata } from '../../lib/core/artifact.ts';
import type { LineStates } from './chunk-states.ts';

/** A stretch of an artifact's lines, to be shown. */
export interface ChunkProps {
  lines: readonly string[];
  /** The number people see on the first of them. */
  firstNumber: number;
  /** Bytes of whole lines that are shown cut, by their place in `lines`. */
  cut: ReadonlyMap<number, number>;
  language: string | null;
  /** What is open before the first of them, in the words of the viewer's `states`. */
  openState: string;
  metadata: ArtifactMetadata;
  /** The line before the first, where it is known: some viewers group by it. */
  previousLine: string | null;
  hasGutter: boolean;
}

/** How artifacts of one type are shown. */
export type Viewer =
  | {
      kind: 'lines';
      Chunk: ComponentType<ChunkProps>;
      /** Every row is 20 px unless lines wrap, so that heights need not be measured. */
      hasFixedRows: boolean;
      language: (metadata: ArtifactMetadata) => string | null;
      /** `null`: nothing goes over the end of a line. */
      states: (metadata: ArtifactMetadata) => LineStates | null;
    }
  /** A picture. */
  | { kind: 'image' }
  /** Something to play that another site has. */
  | { kind: 'media' }
  /** Nothing that can be shown as lines: its size, and a way to have it. */
  | { kind: 'bytes' };
