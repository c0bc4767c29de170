/** `fetch` whose answers may have so many bytes; of a stream of events, which may stay open for days, each event. */
export const boundedFetch =
  (fetchAny: typeof fetch, maxBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await fetchAny(input, init);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          const end = isStream ? endOfEvents(chunk) : -1;
          bytes = end === -1 ? bytes + chunk.byteLength : chunk.byteLength - end;
          if (bytes > maxBytes) controller.error(new Error(`the answer has more than ${maxBytes} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };

/** Where the last blank line of a chunk is, which ends an event; -1: it has none. */
function endOfEvents(chunk: Uint8Array): number {
  const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\n\r\n'));
}
