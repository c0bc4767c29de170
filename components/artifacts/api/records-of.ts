import type { RecordFailure } from '../../../lib/core/record-failure.ts';

/**
 * The records of an answer that is sent one a line, in batches as they arrive. Never throws; given up, it ends without a word.
 * @param brokenWords what is said where the answer broke off
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
    // The network, or a stream that broke off: what was found so far stays.
    if (!signal.aborted) yield [{ error: brokenWords, code: 'network' }];
  }
}

/** The lines of an answer, as many as came at once. */
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
