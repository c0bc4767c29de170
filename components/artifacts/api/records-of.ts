import type { RecordFailure } from '#lib/core/api/record-failure.ts';

/**
 * The records of a response, one per line, in batches as they arrive. Never throws; ends silently when
 * aborted.
 * @param brokenWords the error message when the response breaks off
 */
export async function* recordsOf<T>(
  url: string,
  signal: AbortSignal,
  brokenWords: string,
): AsyncIterable<(T | RecordFailure)[]> {
  try {
    const response = await fetch(url, { signal });
    if (response.body === null) throw new Error('no answer');
    if (!response.ok) return yield [await response.json()];
    for await (const lines of linesOf(response.body)) yield lines.map((line) => JSON.parse(line));
  } catch {
    // The network failed, or the stream broke off: results so far are kept.
    if (!signal.aborted) yield [{ error: brokenWords, code: 'network' }];
  }
}

/** The lines of a response, in batches as they arrive. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncIterable<string[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let remaining = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (remaining + decoder.decode(next.value, { stream: true })).split('\n');
    remaining = lines.pop() ?? '';
    if (lines.length > 0) yield lines;
  }
}
