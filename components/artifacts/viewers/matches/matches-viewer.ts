import { TextSearch } from 'lucide-react';
import { lazyComponent } from '#components/ui/lazy-component.tsx';
import { createLineViewer } from '../create-line-viewer.ts';
import { lazyView } from '../lazy-view.tsx';
import { countMeta, lineCardHeight, lineHeight } from '../line-card.ts';
import { groupMatches } from './group-matches.ts';

/** The head of the first file. */
const headPx = 35;
const unit: [string, string] = ['match', 'matches'];

export const matchesViewer = createLineViewer({
  presentation: { icon: TextSearch, noun: 'matches', stuff: 'matches', title: 'words', unit },
  load: async () => (await import('./matches-renderer.ts')).matchesRenderer,
  rich: {
    View: lazyView(async () => (await import('../by-file/matches-files.tsx')).MatchesFiles),
    label: 'Files',
    isFirst: true,
  },
  card: {
    heightPx: lineCardHeight((shown) => headPx + shown * lineHeight),
    heightIs: 'estimated',
    meta: countMeta(...unit),
    Preview: lazyComponent(async () => (await import('./matches-preview.tsx')).MatchesPreview),
    // Matches in many files have less room.
    shownLines: (_, lines, { files }) => lines.slice(0, groupMatches(lines, files).lineCount),
  },
});
