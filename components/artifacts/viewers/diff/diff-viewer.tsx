import { FileDiff } from 'lucide-react';
import { formatCount } from '#components/ui/format-number.ts';
import { lazyComponent, lazyContent } from '#components/ui/lazy-component.tsx';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';
import { borderPx, lineCard, lineCardHeight, lineHeight, previewLines } from '../line-card.ts';
import { diffCardLines } from './diff-preview-rows.ts';

/** Counting a diff's added and deleted lines needs all of it; longer diffs are not counted. */
const headLines = 400;

const DiffMeta = lazyComponent(
  async () => (await import('./diff-meta.tsx')).DiffMeta,
  ({ lineCount }) => formatCount(lineCount, 'line'),
);

/** Until it is there, its room is. */
const DiffFoot = lazyContent(
  'diff-foot',
  async () => (await import('./diff-foot.tsx')).DiffFoot,
  ({ telemetry, shown, isUndoable }) =>
    (isUndoable || diffCardLines(telemetry) > shown) && <div className="card-more">&nbsp;</div>,
);

export const diffViewer = createLineViewer({
  presentation: { icon: FileDiff, noun: 'diff', stuff: 'diff' },
  load: async () => (await import('./diff-renderer.ts')).diffRenderer,
  rich: {
    View: lazyView(async () => (await import('../by-file/diff-files.tsx')).DiffFiles),
    label: 'Files',
    isFirst: true,
    isFirstForOutput: true,
  },
  card: {
    headLines,
    heightPx: lineCardHeight(
      (_, known) => Math.min(diffCardLines(known), previewLines) * lineHeight + borderPx,
    ),
    meta: (telemetry, head) =>
      telemetry.lineCount === null ? (
        lineCard.meta(telemetry, head)
      ) : (
        <DiffMeta data={head.status === 'ready' ? head.data : null} lineCount={telemetry.lineCount} />
      ),
    Preview: lazyComponent(async () => (await import('./diff-preview.tsx')).DiffPreview),
    shownLines: (known, lines) => {
      const from = (known.lineCount ?? 0) - diffCardLines(known);
      return lines.slice(from, from + previewLines);
    },
    Foot: DiffFoot,
  },
});
