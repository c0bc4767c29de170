import type { ArtifactType } from '#lib/core/vocabulary/artifact-types.ts';
import { binaryViewer } from './binary/binary-viewer.ts';
import { diffViewer } from './diff/diff-viewer.tsx';
import { fileViewer } from './file/file-viewer.ts';
import { htmlViewer } from './html/html-viewer.ts';
import { imageViewer } from './image/image-viewer.tsx';
import { jsonViewer } from './json/json-viewer.ts';
import { logViewer } from './log/log-viewer.ts';
import { markdownViewer } from './markdown/markdown-viewer.ts';
import { matchesViewer } from './matches/matches-viewer.ts';
import { mediaViewer } from './media/media-viewer.ts';
import { notebookViewer } from './notebook/notebook-viewer.ts';
import { pdfViewer } from './pdf/pdf-viewer.ts';
import { tableViewer } from './table/table-viewer.ts';
import { terminalViewer } from './terminal/terminal-viewer.ts';
import { textViewer } from './text/text-viewer.ts';
import { treeViewer } from './tree/tree-viewer.ts';
import type { Viewer } from './viewer.ts';

/** The viewer of each artifact type. A new type does not compile until it is listed here. */
export const viewers: Readonly<Record<ArtifactType, Viewer>> = {
  text: textViewer,
  file: fileViewer,
  terminal: terminalViewer,
  matches: matchesViewer,
  tree: treeViewer,
  diff: diffViewer,
  image: imageViewer,
  pdf: pdfViewer,
  media: mediaViewer,
  json: jsonViewer,
  notebook: notebookViewer,
  table: tableViewer,
  markdown: markdownViewer,
  html: htmlViewer,
  log: logViewer,
  binary: binaryViewer,
};

/** Loads what draws the first lines on cards: they are fetched as soon as a card is in sight. */
export function preloadPreviews(): void {
  for (const { lines, card } of Object.values(viewers)) {
    lines?.preload();
    card.Preview?.preload();
    card.Body?.preload();
  }
}

/** Loads what shows artifacts without lines in the panel. */
export function preloadViews(): void {
  for (const { View } of Object.values(viewers)) View.preload();
}
