import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { type PdfText, readPdfText } from '../workspace/pdf/pdf-text.ts';

/** The same PDF is asked for its text several times in a row: as it is uploaded, priced, sent, recalled. */
const maxCachedBytes = 16 * 1024 * 1024;
const cached = new Map<string, PdfText>();

let last: Promise<unknown> = Promise.resolve();

/**
 * What is in the PDF with these bytes, read one after another in this process: each reader may take a core and
 * a gigabyte.
 * @returns `null`: it has expired
 */
export async function pdfOfArtifact(
  artifacts: Pick<ArtifactStore, 'readBytes'>,
  { id, byteLength }: Pick<ArtifactMetadata, 'id' | 'byteLength'>,
): Promise<PdfText | null> {
  const read = last.then(() => readCached(artifacts, id, byteLength));
  // The caller gets the failure; the next in the queue does not.
  last = read.catch(() => {});
  return await read;
}

async function readCached(
  artifacts: Pick<ArtifactStore, 'readBytes'>,
  id: string,
  byteLength: number,
): Promise<PdfText | null> {
  // Also of a cached one: whether it may still be read is the store's to say.
  if ((await artifacts.readBytes(id, 0, 1)) === null) return null;
  const known = cached.get(id);
  if (known) return known;
  let isGone = false;
  async function* chunks() {
    for (let start = 0; start < byteLength; start += limits.artifactChunkBytes) {
      const bytes = await artifacts.readBytes(
        id,
        start,
        Math.min(byteLength, start + limits.artifactChunkBytes),
      );
      isGone ||= bytes === null;
      if (bytes === null) return;
      yield bytes;
    }
  }
  const read = await readPdfText(chunks());
  if (isGone) return null;
  // A reader that was stopped may have been unlucky: it is asked again.
  if (read.failure !== 'stopped') remember(id, read);
  return read;
}

function remember(id: string, read: PdfText): void {
  cached.set(id, read);
  let bytes = 0;
  for (const { text } of cached.values()) bytes += text.length;
  for (const [oldest, { text }] of cached) {
    if (bytes <= maxCachedBytes || oldest === id) return;
    cached.delete(oldest);
    bytes -= text.length;
  }
}
