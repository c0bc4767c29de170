import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../core/limits.ts';
import { notStream } from './answer-error.ts';

/**
 * `fetch` for a model's streamed answer. A web page or a whole document is refused before its body is read. A
 * connection that breaks midway ends the body instead of failing it: an error would discard what later stages
 * have buffered, and the missing end already shows that the answer is incomplete.
 *
 * The body is read at once, then every 30 ms, less often while the process is busy: what is done with words, from here
 * to the viewers, costs about the same however many come together.
 * @param paceMs how much longer than 30 ms
 * @throws AnswerError `model_not_stream`
 */
export const createFetchStream =
  (paceMs: () => number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const mediaType = mediaTypeOf(response.headers.get('content-type'));
    if (mediaType !== null && isDocument(mediaType)) {
      await response.body.cancel();
      throw notStream(mediaType);
    }
    const { status, statusText, headers } = response;
    const body = readAtPace(response.body, init?.signal ?? null, paceMs);
    return new Response(body, { status, statusText, headers });
  };

/** Without parameters; `null`: not given. */
export const mediaTypeOf = (contentType: string | null | undefined): string | null =>
  contentType?.split(';')[0]?.trim().toLowerCase() || null;

/** Some servers send streams as `text/plain` or without a type: those are judged by their content. */
const isDocument = (mediaType: string) => /^(text\/html|application\/(xhtml\+xml|json|xml))$/.test(mediaType);

function readAtPace(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | null,
  paceMs: () => number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let readMs: number | null = null;
  const pause = async () => {
    const waitMs = readMs === null ? 0 : readMs + limits.answerReadMs + paceMs() - performance.now();
    if (waitMs <= 0) return;
    await sleep(waitMs, undefined, signal === null ? {} : { signal }).catch(() => signal?.throwIfAborted());
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          // Meanwhile the connection collects what arrives: the next read takes all of it.
          await pause();
          const { done, value } = await reader.read();
          if (done) return controller.close();
          readMs = performance.now();
          controller.enqueue(value);
        } catch (error) {
          // Stopped by us, or broken before any bytes: the call may be retried.
          if (signal?.aborted || readMs === null) throw error;
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
