import type { Services } from '../services.ts';
import type { StreamRequest } from '../streams/event-streams.ts';

export function eventStreamResponse(
  { streams }: Pick<Services, 'streams'>,
  request: StreamRequest,
): Response {
  return new Response(streams.open(request), {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}
