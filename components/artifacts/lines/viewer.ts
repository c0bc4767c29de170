import type { ComponentType } from 'react';
import type { LazyComponent } from '#components/ui/lazy-component.tsx';
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
  /** The state before the first line, as defined by the viewer's `states`. */
  openState: string;
  metadata: ArtifactMetadata;
  /** The line before the first, if known: some viewers group by it. */
  previousLine: string | null;
  hasGutter: boolean;
}

/** Props of a view that shows more than lines; it reads the artifact itself. */
export interface RichViewProps {
  /** Address of the artifact, or of a share's frozen copy. */
  baseUrl: string;
  metadata: ArtifactMetadata;
  isWrapped: boolean;
  /** Shows the source at this displayed line. */
  onLine: (line: number) => void;
}

/** A view besides the source, which renders what the lines mean. */
export interface RichView {
  /** Its name in the switch: `Tree`. */
  label: string;
  /** Loaded when it is first opened. */
  View: LazyComponent<RichViewProps>;
  /** It is shown before the source. */
  isFirst: boolean;
  /**
   * It shows the same lines in another form: after a search in the source, the reader stays there at the hit.
   */
  isOfLines?: true;
}

/** How artifacts of one type are displayed. */
export type Viewer =
  | {
      kind: 'lines';
      Chunk: ComponentType<ChunkProps>;
      /** Every row is 20 px high unless lines wrap, so that heights need not be measured. */
      hasFixedRows: boolean;
      language: (metadata: ArtifactMetadata) => string | null;
      /** `null`: no state carries over from one line to the next. */
      states: (metadata: ArtifactMetadata) => LineStates | null;
      /** `null`: the source is the only view. */
      rich: RichView | null;
    }
  /** An image. */
  | { kind: 'image' }
  /** A medium hosted by another site. */
  | { kind: 'media' }
  /** Anything that cannot be shown as lines: its size, and a download. */
  | { kind: 'bytes' };
