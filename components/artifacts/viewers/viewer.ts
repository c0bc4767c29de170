import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { LazyCode } from '#components/ui/lazy-code.ts';
import type { LazyComponent } from '#components/ui/lazy-component.tsx';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import type { LineWindow } from '#lib/core/vocabulary/line-window.ts';
import type { HeadState } from '../api/use-artifact-head.ts';
import type { LineRenderer } from '../lines/line-renderer.ts';
import type { TitleKind } from '../text/title-text.tsx';

/** Everything the page needs to show artifacts of one type. A type's folder exports one. */
export interface Viewer {
  presentation: Presentation;
  card: CardForm;
  /** Loaded when lines are first shown. `null`: it is not shown as lines but by `View`. */
  lines: LazyCode<LineRenderer> | null;
  /** Shows the whole artifact where there are no lines. */
  View: LazyComponent<ViewProps>;
  /** `null`: the source is the only view. */
  rich: RichView | null;
  /** Changes between two results are coloured in the language of the file. */
  isComparedAsCode: boolean;
}

/** The type's icon and words. */
export interface Presentation {
  icon: LucideIcon;
  /** As in "Could not load the …". */
  noun: string;
  /** As in "1.4 MB of …". */
  stuff: string;
  /** What kind of text its title is. */
  title: TitleKind;
  /** The name of its lines. */
  unit: [singular: string, plural: string];
  /** Who asked for it: only commands are "run". */
  by: 'run by' | 'shown by';
}

/** What a card knows from the event, before any byte. */
type Known = Pick<ToolTelemetry, 'lineCount' | 'knownFiles' | 'dimensions'>;

/** How a card shows artifacts of one type. */
export interface CardForm {
  /** How many lines a card requests; 0: only the metadata. */
  headLines: number;
  /** Height in px of the content, known before any byte. `null`: there is no content. */
  heightPx: (known: Known) => number | null;
  /** `least`: what has loaded may be higher. `estimated`: what has loaded has its own height. */
  heightIs: 'exact' | 'least' | 'estimated';
  /** The size in the card's head: from the event's figures at first, then from the bytes. */
  meta: (telemetry: ToolTelemetry, head: HeadState) => ReactNode;
  /** Shows the content in any state of loading; `null`: `Preview` does, once the lines are here. */
  Body: LazyComponent<CardBodyProps> | null;
  /** The first lines; `null`: they are drawn by the type's `LineRenderer`. */
  Preview: LazyComponent<PreviewProps> | null;
  /** `Preview` is a rich view: also for files recognised as this type, but not for people who prefer the source. */
  isRichPreview: boolean;
  hasGutter: boolean;
  /** Those of the requested lines that the preview shows. */
  shownLines: (
    known: Known,
    lines: readonly string[],
    metadata: Pick<ArtifactMetadata, 'files'>,
  ) => readonly string[];
  /** Below the content: how much is not shown. */
  Foot: ComponentType<FootProps>;
}

export interface ViewProps {
  /** Address of the artifact, or of a share's frozen copy. */
  baseUrl: string;
  metadata: ArtifactMetadata;
}

/** Props of a view that shows more than lines; it reads the artifact itself. */
export interface RichViewProps extends ViewProps {
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
  /** It comes first for output of commands too, which is otherwise shown as it was printed. */
  isFirstForOutput?: true;
  /** Of longer texts the source comes first. */
  firstUpToBytes?: number;
  /**
   * It shows the same lines in another form: after a search in the source, the reader stays there at the hit.
   */
  isOfLines?: true;
}

export interface CardBodyProps {
  artifactId: string;
  title: string;
  telemetry: ToolTelemetry;
  head: HeadState;
  onRetry: () => void;
}

export interface PreviewProps {
  /** Height available on the card, in px. */
  height: number;
  metadata: ArtifactMetadata;
  data: LineWindow;
  telemetry: ToolTelemetry;
  /** When the card began to load its content, by `performance.now()`. */
  startedMs: number;
  /** Called with what is shown where that is not the first lines: `2 errors`. `null`: the first lines are. */
  onWords?: ((words: string | null) => void) | undefined;
}

export interface FootProps {
  artifactId: string;
  telemetry: ToolTelemetry;
  /** Number of lines on the card. */
  shown: number;
  /** Displayed number of the first line. */
  firstLine: number;
  /** Instead of which lines are shown: `2 errors`. */
  words: string | null;
  /** The plural name of its lines. */
  unit: string;
  isUndoable: boolean;
  onOpen: () => void;
}
