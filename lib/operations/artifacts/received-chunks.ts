import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';

export const fileTooLarge = () =>
  new VitrineError('too_large', `A file may have ${limits.artifactBytes / 1024 / 1024} MiB`);

const stopped = () => new VitrineError('invalid_request', 'The file did not arrive whole');

/**
 * The chunks of a file that somebody sends, up to the artifact limit. The source is not cancelled: that would
 * close the connection before its sender could read why the file was refused.
 * @throws VitrineError `too_large`, `invalid_request` if the sender stops or is silent for too long
 */
export async function* receivedChunks(sent: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = sent[Symbol.asyncIterator]();
  for (let byteLength = 0; ; ) {
    const { done, value } = await nextInTime(chunks);
    if (done) return;
    byteLength += value.length;
    if (byteLength > limits.artifactBytes) throw fileTooLarge();
    yield value;
  }
}

async function nextInTime(chunks: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  let deadline: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    deadline = setTimeout(() => reject(stopped()), limits.silentSenderMs);
  });
  const next = chunks.next().catch((cause: unknown) => {
    throw new VitrineError('invalid_request', stopped().message, { cause });
  });
  return await Promise.race([next, silence]).finally(() => clearTimeout(deadline));
}
