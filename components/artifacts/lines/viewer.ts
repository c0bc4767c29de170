import type { ComponentType } from 'react';
import type { ArtifactMetadata } from '../../../lib/core/artifact.ts';
import type { LazyComponent } from '../../ui/lazy-component.tsx';
import type { LineStates } from '../text/chunk-states.ts';

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

/** What a view that shows more than lines is given: it reads the artifact itself. */
export interface RichViewProps {
  /** Of the artifact, or of a share's frozen copy. */
  baseUrl: string;
  metadata: ArtifactMetadata;
  isWrapped: boolean;
  /** Shows the source at this line, by the number people see. */
  onLine: (line: number) => void;
}

/** A view beside the source: what the lines say, shown as what it is. */
export interface RichView {
  /** What people choose it by: `Tree`. */
  label: string;
  /** Loaded when it is first looked at. */
  View: LazyComponent<RichViewProps>;
  /** It is shown before the source is. */
  isFirst: boolean;
  /** It shows the same lines in other looks: who searched the source stays there, at the line that was found. */
  isOfLines?: true;
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
      /** `null`: its lines are all there is to it. */
      rich: RichView | null;
    }
  /** A picture. */
  | { kind: 'image' }
  /** Something to play that another site has. */
  | { kind: 'media' }
  /** Nothing that can be shown as lines: its size, and a way to have it. */
  | { kind: 'bytes' };
