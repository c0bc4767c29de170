import type { RecordFailure } from '../core/api/record-failure.ts';
import { isVitrineError } from '../core/errors.ts';

/**
 * Sends records as NDJSON, as they are found. They are produced only as the client reads, so a slow client
 * pauses the work. A VitrineError becomes the last record, since the status has been sent long before.
 */
export function recordResponse(batches: AsyncIterator<readonly unknown[]>): Response {
  return new Response(streamOf(batches), {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      // A proxy that compressed the stream would buffer records.
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
