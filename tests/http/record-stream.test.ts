import { expect, test } from 'vitest';
import { expired } from '#lib/core/errors.ts';
import { recordResponse } from '#lib/http/record-stream.ts';

async function* batches(end: () => void): AsyncGenerator<unknown[]> {
  yield [{ line: 1 }, { line: 2 }];
  yield [{ line: 3 }];
  end();
}

test('records are lines of JSON, and what fails after the status was sent is the last of them', async () => {
  expect(await recordResponse(batches(() => {})).text()).toBe('{"line":1}\n{"line":2}\n{"line":3}\n');
  const response = recordResponse(
    batches(() => {
      throw expired();
    }),
  );
  expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect((await response.text()).split('\n').slice(3)).toEqual([
    '{"error":"Expired","code":"artifact_expired"}',
    '',
  ]);
});

test('an unexpected error breaks the stream, so that the client does not take it for whole', async () => {
  const response = recordResponse(
    batches(() => {
      throw new Error('secret detail');
    }),
  );
  await expect(response.text()).rejects.toThrow();
});

test('nothing is produced before the client reads', async () => {
  let produced = 0;
  async function* counted(): AsyncGenerator<unknown[]> {
    for (;;) {
      produced += 1;
      yield [{ batch: produced }];
    }
  }
  const reader = recordResponse(counted()).body?.getReader();
  await reader?.read();
  expect(produced).toBe(1);
  await reader?.cancel();
});
