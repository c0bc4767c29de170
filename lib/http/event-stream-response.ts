import type { Services } from '../services.ts';
import type { StreamRequest } from '../streams/event-streams.ts';

/** `HEAD` is answered without opening a stream that nobody would read. */
export function eventStreamResponse(
  { streams }: Pick<Services, 'streams'>,
  method: string,
  request: StreamRequest,
): Response {
  return new Response(method === 'HEAD' ? null : streams.open(request), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}
