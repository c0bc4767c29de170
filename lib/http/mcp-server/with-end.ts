/** The same bytes. @param onEnd called once, however the stream ends: whole, broken, or left by its reader */
export function withEnd(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  onEnd: () => void,
): ReadableStream<Uint8Array> {
  let isOver = false;
  const end = () => {
    if (!isOver) onEnd();
    isOver = true;
  };
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason).catch(() => {});
    },
  });
}
