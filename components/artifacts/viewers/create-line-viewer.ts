import { createLazyCode } from '#components/ui/lazy-code.ts';
import type { LineRenderer } from '../lines/line-renderer.ts';
import { LazyBinaryView } from './binary/lazy-binary-view.ts';
import { lineCard } from './line-card.ts';
import type { CardForm, Viewer } from './viewer.ts';

type Presentation = Viewer['presentation'];

/** What a type shown as lines has to say; the rest is as for any text. */
interface LineViewerParts extends Partial<Omit<Viewer, 'presentation' | 'card' | 'lines'>> {
  presentation: Pick<Presentation, 'icon' | 'noun' | 'stuff'> & Partial<Presentation>;
  /** Loads what draws its lines. */
  load: () => Promise<LineRenderer>;
  card?: Partial<CardForm>;
}

/** The viewer of a type that is shown as lines. */
export function createLineViewer({ presentation, load, card, ...parts }: LineViewerParts): Viewer {
  return {
    presentation: { title: 'path', unit: ['line', 'lines'], by: 'shown by', ...presentation },
    card: { ...lineCard, ...card },
    lines: createLazyCode(load),
    View: LazyBinaryView,
    rich: null,
    isComparedAsCode: false,
    ...parts,
  };
}
