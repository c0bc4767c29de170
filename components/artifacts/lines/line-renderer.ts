import type { ComponentType } from 'react';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { LineStates } from '../text/chunk-states.ts';

/** A chunk of an artifact's lines to show. */
export interface ChunkProps {
  lines: readonly string[];
  /** Displayed number of the first line. */
  firstNumber: number;
  /** Sizes in bytes of whole lines that are shown cut, by index in `lines`. */
  cut: ReadonlyMap<number, number>;
  language: string | null;
  /** The state before the first line, as defined by the renderer's `states`. */
  openState: string;
  metadata: ArtifactMetadata;
  /** The line before the first, if known: some renderers group by it. */
  previousLine: string | null;
  hasGutter: boolean;
}

/** How the lines of an artifact are drawn. */
export interface LineRenderer {
  Chunk: ComponentType<ChunkProps>;
  /** Every row is 20 px high unless lines wrap, so that heights need not be measured. */
  hasFixedRows: boolean;
  /** A Prism language; `null`: not coloured. */
  language: (metadata: ArtifactMetadata) => string | null;
  /** `null`: no state carries over from one line to the next. */
  states: (metadata: ArtifactMetadata) => LineStates | null;
}
