import { limits } from '../core/limits.ts';
import { fileTooLarge } from '../operations/artifacts/received-chunks.ts';

const none = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });

/**
 * The body of a request that is a file, as it comes.
 * @throws VitrineError `too_large`, where the sender says how long it is
 */
export function fileBody(request: Request): AsyncIterable<Uint8Array> {
  if (Number(request.headers.get('content-length')) > limits.artifactBytes) throw fileTooLarge();
  return (request.body ?? none) as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
}
