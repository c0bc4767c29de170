import { notStream } from './answer-error.ts';

/**
 * `fetch` for a model's streamed answer. A web page or a whole document is refused before its body is read. A
 * connection that breaks midway ends the body instead of failing it: an error would discard what later stages
 * have buffered, and the missing end already shows that the answer is incomplete.
 * @throws AnswerError `model_not_stream`
 */
export const fetchStream: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.ok || response.body === null) return response;
  const mediaType = mediaTypeOf(response.headers.get('content-type'));
  if (mediaType !== null && isDocument(mediaType)) {
    await response.body.cancel();
    throw notStream(mediaType);
  }
  const { status, statusText, headers } = response;
  return new Response(endWhereItBreaks(response.body, init?.signal ?? null), { status, statusText, headers });
};

/** Without parameters; `null`: not given. */
export const mediaTypeOf = (contentType: string | null | undefined): string | null =>
  contentType?.split(';')[0]?.trim().toLowerCase() || null;

/** Some servers send streams as `text/plain` or without a type: those are judged by their content. */
const isDocument = (mediaType: string) => /^(text\/html|application\/(xhtml\+xml|json|xml))$/.test(mediaType);

function endWhereItBreaks(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | null,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let hasBytes = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          hasBytes = true;
          controller.enqueue(value);
        } catch (error) {
          // Stopped by us, or broken before any bytes: the call may be retried.
          if (signal?.aborted || !hasBytes) throw error;
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
