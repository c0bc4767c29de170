import { limits } from '../core/limits.ts';
import { notStream } from './answer-error.ts';

/**
 * `fetch` for a model's streamed answer. A web page or a whole document is refused before its body is read. A
 * connection that breaks midway ends the body instead of failing it: an error would discard what later stages
 * have buffered, and the missing end already shows that the answer is incomplete.
 *
 * The first bytes are passed on at once, then what has arrived every 30 ms, less often while the process is busy, and
 * the end at once: what is done with words, from here to the viewers, costs about the same however many come together.
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
    const body = passOnAtPace(response.body, init?.signal ?? null, paceMs);
    return new Response(body, { status, statusText, headers });
  };

/** Without parameters; `null`: not given. */
export const mediaTypeOf = (contentType: string | null | undefined): string | null =>
  contentType?.split(';')[0]?.trim().toLowerCase() || null;

/** Some servers send streams as `text/plain` or without a type: those are judged by their content. */
const isDocument = (mediaType: string) => /^(text\/html|application\/(xhtml\+xml|json|xml))$/.test(mediaType);

function passOnAtPace(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | null,
  paceMs: () => number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let reading: ReturnType<typeof reader.read> | null = null;
  let passedMs: number | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const parts: Uint8Array[] = [];
        const pause = startPause(
          passedMs === null ? 0 : passedMs + limits.answerReadMs + paceMs() - performance.now(),
        );
        try {
          for (let bytes = 0; bytes < limits.streamChunkBytes; ) {
            reading ??= reader.read();
            const read = await (parts.length === 0 ? reading : Promise.race([reading, pause.over]));
            if (read === null) break;
            reading = null;
            if (read.done && parts.length === 0) return controller.close();
            // It is read again for the end.
            if (read.done) break;
            parts.push(read.value);
            bytes += read.value.byteLength;
            if (pause.isOver()) break;
          }
        } catch (error) {
          reading = null;
          // Stopped by us, or broken before any bytes: the call may be retried.
          if (signal?.aborted || (passedMs === null && parts.length === 0)) throw error;
          // It breaks again when it is read again.
          if (parts.length === 0) return controller.close();
        } finally {
          pause.clear();
        }
        passedMs = performance.now();
        controller.enqueue(Buffer.concat(parts));
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function startPause(waitMs: number) {
  let isOver = waitMs <= 0;
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    if (isOver) return;
    timer = setTimeout(() => {
      isOver = true;
      resolve(null);
    }, waitMs);
  });
  return { over, isOver: () => isOver, clear: () => clearTimeout(timer) };
}
