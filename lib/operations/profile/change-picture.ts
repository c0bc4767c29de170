import { createHash } from 'node:crypto';
import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';
import { imageFormat } from '#lib/tools/image-format.ts';
import { inImageTurn } from '#lib/tools/image-turn.ts';
import { whyNotShown } from '#lib/tools/inspect-image.ts';
import { toPicture } from '#lib/tools/to-picture.ts';
import { receivedChunks } from '../artifacts/received-chunks.ts';
import type { MemberCall } from '../member-call.ts';

const formats = new Set(['png', 'jpeg', 'webp']);

/**
 * Stores the caller's picture: the middle of the image, as a square, and nothing else that its file says.
 * @returns its version
 * @throws VitrineError `too_large`; `invalid_request` for what is no image, or one that cannot be drawn within the limits
 */
export async function putPicture(
  { member, services }: MemberCall,
  sent: AsyncIterable<Uint8Array>,
): Promise<string> {
  const file = await collect(sent);
  const format = imageFormat(file);
  if (format === null || !formats.has(format)) throw refused('The picture is not PNG, JPEG or WebP.');
  const bytes = await inImageTurn(() => toPicture(file, limits.pictureEdge)).catch((cause: unknown) => {
    throw refused(`The picture ${whyNotShown(cause)}.`, cause);
  });
  const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  await services.stores.pictures.put(member.id, { version, mimeType: 'image/webp', bytes });
  return version;
}

const refused = (message: string, cause?: unknown) => new VitrineError('invalid_request', message, { cause });

async function collect(sent: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of receivedChunks(sent)) {
    byteLength += chunk.length;
    if (byteLength > limits.pictureBytes)
      throw new VitrineError('too_large', `A picture may have ${limits.pictureBytes / 1024 / 1024} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
