import type { PDFPageProxy } from 'pdfjs-dist';

/** More pixels than this take a browser's memory, or are not drawn at all. */
const maxPixels = 16_000_000;

/**
 * Draws a page, replacing what is drawn at another scale.
 * @param scale CSS pixels for a unit of the PDF
 * @returns stops it
 */
export function drawPage(page: PDFPageProxy, scale: number, container: HTMLElement): () => void {
  const { width, height } = page.getViewport({ scale });
  const density = Math.min(window.devicePixelRatio, Math.sqrt(maxPixels / (width * height)));
  const viewport = page.getViewport({ scale: scale * density });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport });
  drawing.promise.then(
    () => container.replaceChildren(canvas),
    // It was stopped, or is damaged: then as much as could be drawn is better than nothing.
    (error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'RenderingCancelledException')
        container.replaceChildren(canvas);
    },
  );
  return () => drawing.cancel();
}
