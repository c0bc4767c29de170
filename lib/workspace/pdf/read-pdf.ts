import { fileURLToPath } from 'node:url';
import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { limits } from '#lib/core/limits.ts';
import { type ContentsEntry, headingLevels } from './page-headings.ts';
import { type DrawnText, type PageLine, pageLines } from './page-lines.ts';
import { pageText } from './page-text.ts';
import type { PdfOutcome } from './pdf-outcome.ts';

/** How many pages show what most of the text looks like. */
const sampledPages = 12;
const maxEntries = 500;
const maxDepth = 4;

const isolated = {
  // The reader gets its bytes, and loads nothing.
  useWorkerFetch: false,
  disableFontFace: true,
  useSystemFonts: false,
  stopAtErrors: false,
  verbosity: 0,
} as const;

/**
 * Reads a PDF. It may take any time and any memory: whoever calls it watches it from another thread.
 * @param write called with the text of each page
 */
export async function readPdf(
  data: Uint8Array<ArrayBuffer>,
  write: (text: string) => void,
): Promise<PdfOutcome> {
  const cMapUrl = fileURLToPath(import.meta.resolve('pdfjs-dist/cmaps/'));
  try {
    return await readDocument(await getDocument({ ...isolated, data, cMapUrl }).promise, write);
  } catch (error) {
    const failure = error instanceof PasswordException ? 'encrypted' : 'damaged';
    return { pageCount: null, readPages: 0, hasText: false, failure };
  }
}

async function readDocument(pdf: PDFDocumentProxy, write: (text: string) => void): Promise<PdfOutcome> {
  const endMs = performance.now() + limits.pdfReadSeconds * 1_000;
  const isOver = () => performance.now() > endMs;
  const pageCount = pdf.numPages;
  const most = Math.min(pageCount, limits.pdfPages);
  const sampled: PageLine[][] = [];
  // One page at least: a first page that takes all of the time is still read.
  do sampled.push(await linesOf(pdf, sampled.length + 1));
  while (sampled.length < Math.min(sampledPages, most) && !isOver());
  const levelOf = headingLevels(await contentsOf(pdf), sampled.flat());
  let hasText = false;
  let byteLength = 0;
  let readPages = 0;
  while (readPages < most) {
    const page = readPages + 1;
    const lines = sampled[readPages] ?? (await linesOf(pdf, page));
    const text = pageText(page, lines, levelOf).toWellFormed();
    byteLength += Buffer.byteLength(text);
    if (byteLength > limits.pdfTextBytes) break;
    write(text);
    hasText ||= lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
    readPages = page;
    if (isOver() && readPages >= sampled.length) break;
  }
  return { pageCount, readPages, hasText, failure: null };
}

/** A damaged page has no lines; the others do. */
async function linesOf(pdf: PDFDocumentProxy, number: number): Promise<PageLine[]> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return pageLines(items.filter((item): item is typeof item & DrawnText => 'str' in item));
  } catch {
    return [];
  }
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** Its own table of contents; empty if it has none. */
async function contentsOf(pdf: PDFDocumentProxy): Promise<ContentsEntry[]> {
  const found: ContentsEntry[] = [];
  const add = async (entries: Outline, level: number): Promise<void> => {
    for (const { title, dest, items } of entries) {
      if (found.length === maxEntries) return;
      const page = await pageOf(pdf, dest);
      if (page !== null) found.push({ page, level, title });
      if (level < maxDepth) await add(items, level + 1);
    }
  };
  try {
    await add((await pdf.getOutline()) ?? [], 1);
  } catch {
    // A damaged table of contents is as good as none.
    return [];
  }
  return found;
}

async function pageOf(pdf: PDFDocumentProxy, named: Outline[number]['dest']): Promise<number | null> {
  try {
    const destination = typeof named === 'string' ? await pdf.getDestination(named) : named;
    const [reference] = destination ?? [];
    if (typeof reference === 'number') return reference + 1;
    return reference ? (await pdf.getPageIndex(reference)) + 1 : null;
  } catch {
    return null;
  }
}
