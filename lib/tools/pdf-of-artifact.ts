import { limits } from '../core/limits.ts';
import type { ArtifactMetadata } from '../core/vocabulary/artifact.ts';
import type { ArtifactStore } from '../stores/stores.ts';
import { type PdfText, readPdfText } from '../workspace/pdf/pdf-text.ts';

/** The same PDF is asked for its text several times in a row: as it is uploaded, priced, sent, recalled. */
const cacheLimits = { bytes: 16 * 1024 * 1024, entries: 100 } as const;
/** In order of use, the oldest first. */
const cached = new Map<string, PdfText>();

let last: Promise<unknown> = Promise.resolve();

/**
 * What is in the PDF with these bytes. PDFs are read one after another in this process: each reader may take a
 * core and a gigabyte.
 * @returns `null`: it has expired
 * @throws the signal's reason
 */
export async function pdfOfArtifact(
  artifacts: Pick<ArtifactStore, 'readBytes'>,
  artifact: Pick<ArtifactMetadata, 'id' | 'byteLength'>,
  signal?: AbortSignal,
): Promise<PdfText | null> {
  // Also of a cached one: whether it may still be read is the store's to say.
  if ((await artifacts.readBytes(artifact.id, 0, 1)) === null) return null;
  const known = findCached(artifact.id);
  if (known) return known;
  const read = last.then(() => findCached(artifact.id) ?? readStored(artifacts, artifact, signal));
  // The caller gets the failure; the next in the queue does not.
  last = read.catch(() => {});
  return await untilAborted(read, signal);
}

async function readStored(
  artifacts: Pick<ArtifactStore, 'readBytes'>,
  { id, byteLength }: Pick<ArtifactMetadata, 'id' | 'byteLength'>,
  signal: AbortSignal | undefined,
): Promise<PdfText | null> {
  let isGone = false;
  async function* chunks() {
    for (let start = 0; start < byteLength; start += limits.artifactChunkBytes) {
      const end = Math.min(byteLength, start + limits.artifactChunkBytes);
      const bytes = await artifacts.readBytes(id, start, end);
      isGone ||= bytes === null;
      if (bytes === null) return;
      yield bytes;
    }
  }
  const read = await readPdfText(chunks(), signal);
  if (isGone) return null;
  // One whose reader was stopped too: it would take as long each time.
  remember(id, read);
  return read;
}

/** Who no longer waits is let go while another PDF is read; its own turn then ends at once. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function findCached(id: string): PdfText | undefined {
  const known = cached.get(id);
  if (known) remember(id, known);
  return known;
}

function remember(id: string, read: PdfText): void {
  cached.delete(id);
  cached.set(id, read);
  let bytes = 0;
  for (const { text } of cached.values()) bytes += text.length;
  for (const [oldest, { text }] of cached) {
    if ((bytes <= cacheLimits.bytes && cached.size <= cacheLimits.entries) || oldest === id) return;
    cached.delete(oldest);
    bytes -= text.length;
  }
}
