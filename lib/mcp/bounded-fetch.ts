/**
 * `fetch` whose answers to what was sent may have so many bytes. The stream of a server's own notifications, which stays
 * open, is not counted: each of its messages is small, or it is read by nobody.
 */
export const boundedFetch =
  (maxBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null || (init?.method ?? 'GET') === 'GET') return response;
    let bytes = 0;
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) controller.error(new Error(`the answer has more than ${maxBytes} bytes`));
          else controller.enqueue(chunk);
        },
      }),
    );
    const { status, statusText, headers } = response;
    return new Response(counted, { status, statusText, headers });
  };
