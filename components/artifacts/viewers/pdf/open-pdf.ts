import type { PDFDocumentProxy } from 'pdfjs-dist';
import { fetchRange } from '#components/artifacts/api/artifact-api.ts';

/** Fetched at a time: pages are read where they are, not the whole file. */
const rangeBytes = 128 * 1024;

/** Width and height in CSS pixels at its natural size. */
export interface PageSize {
  width: number;
  height: number;
}

export interface OpenedPdf {
  document: PDFDocumentProxy;
  library: PdfLibrary;
  /** The size of its first page, which most others share. */
  pageSize: PageSize;
}

export type PdfState =
  | { status: 'loading' }
  /** `attempts`: how many passwords were tried. */
  | { status: 'locked'; attempts: number; unlock: (password: string) => void }
  | { status: 'damaged' }
  /** The server's error code, or `network`. */
  | { status: 'failed'; code: string }
  | { status: 'ready'; pdf: OpenedPdf };

export type PdfLibrary = typeof import('pdfjs-dist');

/** CSS pixels for a unit of a PDF, a 72nd of an inch. */
export const pixelsPerUnit = 96 / 72;

/**
 * Opens a PDF of which only the parts that are needed are fetched. It is read and drawn by workers, so that
 * no page of it can freeze this one.
 * @returns closes it
 */
export function openPdf(baseUrl: string, byteLength: number, onState: (state: PdfState) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const report = (state: PdfState) => {
    if (!signal.aborted) onState(state);
  };
  void load(baseUrl, byteLength, signal, report).catch(() => report({ status: 'damaged' }));
  return () => controller.abort();
}

async function load(
  baseUrl: string,
  byteLength: number,
  signal: AbortSignal,
  report: (state: PdfState) => void,
): Promise<void> {
  const library = await loadLibrary().catch(() => null);
  if (library === null) return report({ status: 'failed', code: 'network' });
  if (signal.aborted) return;
  const transport = new library.PDFDataRangeTransport(byteLength, null);
  let hasFailed = false;
  const task = library.getDocument({
    range: transport,
    rangeChunkSize: rangeBytes,
    disableAutoFetch: true,
    disableStream: true,
    verbosity: 0,
    ...dataOf(library),
  });
  const close = () => void task.destroy();
  signal.addEventListener('abort', close, { once: true });
  transport.requestDataRange = (start, end) => {
    void fetchRange(baseUrl, start, end, signal).then((result) => {
      if (signal.aborted || hasFailed) return;
      if (result.ok) return transport.onDataRange(start, result.value);
      // The library would wait for these bytes forever.
      hasFailed = true;
      report({ status: 'failed', code: result.code });
      close();
    });
  };
  let attempts = 0;
  task.onPassword = (unlock: (password: string) => void) => {
    report({ status: 'locked', attempts, unlock });
    attempts += 1;
  };
  try {
    const document = await task.promise;
    const { width, height } = (await document.getPage(1)).getViewport({ scale: pixelsPerUnit });
    report({ status: 'ready', pdf: { document, library, pageSize: { width, height } } });
  } catch {
    if (!hasFailed) report({ status: 'damaged' });
  }
}

let loading: Promise<PdfLibrary> | null = null;

function loadLibrary(): Promise<PdfLibrary> {
  loading ??= importLibrary();
  // After a failure the next PDF tries again.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

async function importLibrary(): Promise<PdfLibrary> {
  const library: PdfLibrary = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const options = library.GlobalWorkerOptions as typeof library.GlobalWorkerOptions & { rendererSrc: string };
  options.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href;
  options.rendererSrc = new URL('pdfjs-dist/legacy/build/pdf.renderer.min.mjs', import.meta.url).href;
  return library;
}

/** What some PDFs need and do not bring along; a build has it (`scripts/build-app.ts`). */
function dataOf({ version }: PdfLibrary) {
  const folder = `/_next/static/pdfjs-${version}`;
  return {
    cMapUrl: `${folder}/cmaps/`,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
  };
}
