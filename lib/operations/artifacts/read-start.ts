import { limits } from '#lib/core/limits.ts';
import type { ArtifactEnding, ArtifactStore } from '#lib/stores/stores.ts';
import { describedBytes } from '#lib/tools/describe-upload.ts';
import { inImageTurn } from '#lib/tools/image-turn.ts';
import { inspectImage } from '#lib/tools/inspect-image.ts';

/** The first chunks, of which the file's type is recognised. */
export async function readStart(received: AsyncIterator<Uint8Array>): Promise<Uint8Array[]> {
  const start: Uint8Array[] = [];
  for (let byteLength = 0; byteLength < describedBytes; ) {
    const { value, done } = await received.next();
    if (done) break;
    start.push(value);
    byteLength += value.length;
  }
  return start;
}

/** What cannot be decoded to its last row, or is too large for that, is no more than bytes. */
export const inspectStored = (
  artifacts: ArtifactStore,
  id: string,
  byteLength: number,
): Promise<ArtifactEnding> =>
  inImageTurn(async () => {
    const notShown = { type: 'binary', mimeType: 'application/octet-stream' } as const;
    if (byteLength > limits.imageFileBytes) return notShown;
    const bytes = await artifacts.readBytes(id, 0, byteLength);
    if (bytes === null) return notShown;
    return await inspectImage(bytes).then(
      ({ dimensions, mimeType }) => ({ dimensions, mimeType }),
      () => notShown,
    );
  });
