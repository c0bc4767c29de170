import { afterEach, expect, test, vi } from 'vitest';
import { readNotableLines } from '#components/artifacts/viewers/log/read-notable-lines.ts';
import { noCounts } from '#lib/core/api/log-filter.ts';

afterEach(() => vi.unstubAllGlobals());

const counts = { ...noCounts(), error: 1 };
const end = { done: true, next: null, counts, lines: 1, readTo: 90 };

/** @param records what the server sends, a line each */
function read(records: readonly object[], signal = new AbortController().signal) {
  const body = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  vi.stubGlobal('fetch', async () => new Response(body));
  return readNotableLines('art_a', signal);
}

test('the notable lines of a log come with their counts; a log without any has none', async () => {
  const row = { line: 3, text: 'ERROR x', isCut: false };
  expect(await read([{ rows: [row] }, end])).toEqual({ rows: [row], counts });
  expect(await read([{ ...end, counts: noCounts() }])).toBeNull();
});

test('a search that failed or broke off is no answer, so that it is not remembered as one', async () => {
  await expect(read([{ error: 'Busy', code: 'rate_limited' }])).rejects.toThrow('Busy');
  await expect(read([{ rows: [] }])).rejects.toThrow('early');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
  await expect(readNotableLines('art_a', new AbortController().signal)).rejects.toThrow('stopped early');
});

test('a search that nobody waits for any more stops its request', async () => {
  const { promise, resolve } = Promise.withResolvers<AbortSignal>();
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    resolve(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const controller = new AbortController();
  const answer = readNotableLines('art_a', controller.signal);
  controller.abort();
  await expect(answer).rejects.toThrow('early');
  expect((await promise).aborted).toBe(true);
});
