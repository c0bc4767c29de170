/** The `data:` of each server-sent event of a stream, as it arrives. Reading stops when the caller stops. */
export async function* eventData(response: Response): AsyncGenerator<string> {
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const messages = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: ?(.*)$/m.exec(message)?.[1];
      if (data) yield data;
    }
  }
}
