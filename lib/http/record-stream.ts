/** Records as NDJSON, sent as they are found, read as they are asked for: who does not read lets the work wait. */
export function recordResponse(batches: AsyncIterator<readonly unknown[]>): Response {
  return new Response(streamOf(batches), {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      // Compressed on the way, records would wait for each other.
      'Cache-Control': 'private, no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

function streamOf(batches: AsyncIterator<readonly unknown[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await batches.next();
        if (next.done) return controller.close();
        const lines = next.value.map((record) => `${JSON.stringify(record)}\n`);
        controller.enqueue(encoder.encode(lines.join('')));
      },
    },
    { highWaterMark: 0 },
  );
}
