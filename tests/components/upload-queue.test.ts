import { expect, test } from 'vitest';
import { createUploadQueue, type PendingUpload } from '#components/chat/composer/upload-queue.ts';
import { costOfAttachment, progressOfUpload } from '#components/chat/composer/upload-words.ts';
import type { RequestResult } from '#components/ui/request-json.ts';
import type { Upload } from '#lib/core/api/upload.ts';
import { limits } from '#lib/core/limits.ts';

const uploaded = (name: string): Upload => ({
  artifactId: `art_${name}`,
  title: name,
  type: 'file',
  byteLength: 3,
  lineCount: 1,
  dimensions: null,
  tokens: 900,
  viewTokens: 20,
});
const fileOf = (name: string, byteLength = 3) => ({ name, file: { size: byteLength } as Blob });

/** A queue whose uploads end when the test says so. */
function openQueue(refusal: string | null = null) {
  const shown: { uploads: readonly PendingUpload[] } = { uploads: [] };
  const done: string[] = [];
  const sent = new Map<
    string,
    { end: (result: RequestResult<Upload>) => void; progress: (bytes: number) => void; signal: AbortSignal }
  >();
  const queue = createUploadQueue({
    send: ({ name }, progress, signal) => new Promise((end) => sent.set(name, { end, progress, signal })),
    onChange: (uploads) => {
      shown.uploads = uploads;
    },
    onDone: ({ title }) => {
      done.push(title);
      return refusal;
    },
    nowMs: () => 0,
  });
  const end = async (name: string, result?: RequestResult<Upload>) => {
    sent.get(name)?.end(result ?? { ok: true, value: uploaded(name) });
    await Promise.resolve();
    await Promise.resolve();
  };
  return { queue, sent, done, end, names: () => shown.uploads.map(({ name }) => name), shown };
}

test('two files are sent at once, the others in their order, and each leaves the list when it has arrived', async () => {
  const { queue, sent, done, end, names } = openQueue();
  queue.add(['a', 'b', 'c'].map((name) => fileOf(name)));
  expect([...sent.keys()]).toEqual(['a', 'b']);
  await end('b');
  expect([...sent.keys()]).toEqual(['a', 'b', 'c']);
  expect(names()).toEqual(['a', 'c']);
  await end('a');
  await end('c');
  expect([names(), done]).toEqual([[], ['b', 'a', 'c']]);
});

test('one that is cancelled is stopped, attaches nothing and makes room', async () => {
  const { queue, sent, done, end, names, shown } = openQueue();
  queue.add(['a', 'b', 'c'].map((name) => fileOf(name)));
  queue.cancel(shown.uploads[0]?.id ?? -1);
  expect([sent.get('a')?.signal.aborted, names()]).toEqual([true, ['b', 'c']]);
  await end('a');
  expect([...sent.keys()]).toEqual(['a', 'b', 'c']);
  expect(done).toEqual([]);
});

test('one that fails, is refused or is too large stays with the reason until it is removed', async () => {
  const { queue, sent, end, names, shown } = openQueue('Attach at most 10.');
  queue.add([fileOf('big', limits.artifactBytes + 1), fileOf('a'), fileOf('b')]);
  expect([...sent.keys()]).toEqual(['a', 'b']);
  await end('a', { ok: false, code: 'network', error: 'The server did not answer.' });
  await end('b');
  expect(shown.uploads.map(({ error }) => error)).toEqual([
    '128 MB is over the 128 MB limit',
    'The server did not answer.',
    'Attach at most 10.',
  ]);
  for (const { id } of shown.uploads) queue.cancel(id);
  expect(names()).toEqual([]);
});

test('says how much has been sent, and how long the rest takes at this speed', () => {
  const { queue, sent, shown } = openQueue();
  queue.add([fileOf('a', 48 * 1024 * 1024), fileOf('b'), fileOf('c')]);
  const words = (nowMs: number, at = 0) => {
    const upload = shown.uploads[at];
    return upload && progressOfUpload(upload, nowMs);
  };
  expect(words(5_000)).toBe('0 bytes of 48 MB');
  sent.get('a')?.progress(31 * 1024 * 1024);
  expect(words(500)).toBe('31 MB of 48 MB');
  expect(words(16_400)).toBe('31 MB of 48 MB · 9 s left');
  sent.get('a')?.progress(48 * 1024 * 1024);
  expect(words(20_000)).toBe('48 MB · being read');
  expect(words(20_000, 2)).toBe('3 bytes · waits');
});

test('an attachment says what it is and what it costs', () => {
  const { artifactId, title, viewTokens, ...upload } = uploaded('a');
  const attachment = { artifactId, title, tokens: viewTokens, upload };
  const costOf = (change: object) => costOfAttachment({ ...attachment, upload: { ...upload, ...change } });
  expect(costOf({})).toBe('3 bytes · 900 → 20 tokens');
  expect(costOf({ isEstimated: true, tokens: 1_841_206 })).toBe('3 bytes · ~1,841,206 → 20 tokens');
  expect(costOf({ tokens: 5 })).toBe('3 bytes · 20 tokens');
  expect(costOf({ tokens: null })).toBe('3 bytes · 20 tokens');
  expect(costOf({ tokens: null, dimensions: { width: 1_920, height: 1_080 } })).toBe(
    '1,920 × 1,080 · 3 bytes',
  );
});
