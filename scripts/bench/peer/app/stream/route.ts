const viewers = new Set<ReadableStreamDefaultController<Uint8Array>>();
const encoder = new TextEncoder();

/** The minimal way to keep a viewer connected in Next: a stream that says hello and stays open. */
export function GET(): Response {
  let viewer: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      viewer = controller;
      viewers.add(viewer);
      viewer.enqueue(encoder.encode(': hello\n\n'));
    },
    cancel: () => void viewers.delete(viewer),
  });
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
    },
  });
}

/** Sends the frames of the body to all viewers, one after another, each encoded once. */
export async function POST(request: Request): Promise<Response> {
  const frames = (await request.text()).split(/(?<=\n\n)/).map((frame) => encoder.encode(frame));
  for (const frame of frames) for (const viewer of viewers) viewer.enqueue(frame);
  return new Response(null, { status: 204 });
}
