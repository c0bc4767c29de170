import { isVitrineError } from '../core/errors.ts';
import type { RecordFailure } from '../core/record-failure.ts';

/**
 * Records as NDJSON, sent as they are found, read as they are asked for: who does not read lets the work wait. A VitrineError
 * that ends the work is its last record, since the status was told long before.
 */
export function recordResponse(batches: AsyncIterator<readonly unknown[]>): Response {
  return new Response(streamOf(batches), {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      // Compressed on the way, records would wait for each other.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

function streamOf(batches: AsyncIterator<readonly unknown[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const encode = (records: readonly unknown[]) =>
    encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await batches.next();
          if (next.done) return controller.close();
          controller.enqueue(encode(next.value));
        } catch (error) {
          if (!isVitrineError(error)) throw error;
          const failure: RecordFailure = { error: error.message, code: error.code };
          controller.enqueue(encode([failure]));
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
}
