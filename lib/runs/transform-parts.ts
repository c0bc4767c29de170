import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

export interface PartSink {
  enqueue(part: LanguageModelV4StreamPart): void;
  /** Ends the stream with an error; the model's stream is cancelled. */
  error(reason: unknown): void;
  /** Ends the stream; the model's stream is cancelled. */
  terminate(): void;
}

export interface PartTransform {
  start?(sink: PartSink): void;
  transform(part: LanguageModelV4StreamPart, sink: PartSink): void;
  /** Called at the end of the model's stream, also if it fails: what is sent here comes before its error. */
  flush?(sink: PartSink): void;
}

/**
 * What a `TransformStream` does, for a stream that is read by one reader: it has no queue of its own and no writable side,
 * which cost several times as much for each word of an answer.
 */
export function transformParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { start, transform, flush }: PartTransform,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  let enqueued = 0;
  let isOver = false;
  const sinkOf = (controller: ReadableStreamDefaultController<LanguageModelV4StreamPart>): PartSink => {
    const endBy = (act: () => void) => {
      if (isOver) return;
      isOver = true;
      act();
      reader.cancel().catch(() => {});
    };
    return {
      enqueue(part) {
        if (isOver) return;
        enqueued += 1;
        controller.enqueue(part);
      },
      error: (reason) => endBy(() => controller.error(reason)),
      terminate: () => endBy(() => controller.close()),
    };
  };
  let sink: PartSink;
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      start(controller) {
        sink = sinkOf(controller);
        start?.(sink);
      },
      async pull(controller) {
        for (const before = enqueued; enqueued === before && !isOver; ) {
          let next: ReadableStreamReadResult<LanguageModelV4StreamPart>;
          try {
            next = await reader.read();
          } catch (error) {
            flush?.(sink);
            // The next read fails again, when the reader has what was flushed.
            if (enqueued > before) return;
            throw error;
          }
          if (isOver) return;
          if (next.done) {
            flush?.(sink);
            isOver = true;
            controller.close();
            return;
          }
          try {
            transform(next.value, sink);
          } catch (error) {
            sink.error(error);
          }
        }
      },
      cancel(reason) {
        isOver = true;
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
