import { writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { limits } from '#lib/core/limits.ts';
import { type ContentsEntry, headingLevels } from './page-headings.ts';
import { type DrawnText, type PageLine, pageLines } from './page-lines.ts';
import { pageText } from './page-text.ts';
import type { PdfOutcome } from './pdf-outcome.ts';

// The program of a process of its own: a PDF on standard input, its text on standard output, and then what
// was found on this descriptor.
const outcomeDescriptor = 3;

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

async function main(): Promise<PdfOutcome> {
  const cMapUrl = fileURLToPath(import.meta.resolve('pdfjs-dist/cmaps/'));
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  const data = new Uint8Array(Buffer.concat(chunks));
  chunks.length = 0;
  try {
    return await readDocument(await getDocument({ ...isolated, data, cMapUrl }).promise);
  } catch (error) {
    const failure = error instanceof PasswordException ? 'encrypted' : 'damaged';
    return { pageCount: null, readPages: 0, hasText: false, failure };
  }
}

async function readDocument(pdf: PDFDocumentProxy): Promise<PdfOutcome> {
  const endMs = performance.now() + limits.pdfReadSeconds * 1_000;
  const pageCount = pdf.numPages;
  const most = Math.min(pageCount, limits.pdfPages);
  const sampled: PageLine[][] = [];
  for (let page = 1; page <= Math.min(sampledPages, most); page += 1) sampled.push(await linesOf(pdf, page));
  const levelOf = headingLevels(await contentsOf(pdf), sampled.flat());
  let hasText = false;
  let byteLength = 0;
  let readPages = 0;
  while (readPages < most) {
    const page = readPages + 1;
    const lines = sampled[readPages] ?? (await linesOf(pdf, page));
    const bytes = Buffer.from(pageText(page, lines, levelOf).toWellFormed());
    byteLength += bytes.length;
    if (byteLength > limits.pdfTextBytes) break;
    await write(bytes);
    hasText ||= lines.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
    readPages = page;
    if (performance.now() > endMs) break;
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

const write = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => process.stdout.write(bytes, () => resolve()));

const outcome = await main();
writeSync(outcomeDescriptor, JSON.stringify(outcome));
process.exit(0);
