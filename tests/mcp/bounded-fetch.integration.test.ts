import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundedFetch } from '#lib/mcp/bounded-fetch.ts';

const server = createServer(({ url }, response) => {
  if (url === '/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(`data: ${'x'.repeat(999)}\n\n`.repeat(1_000));
  } else response.end('x'.repeat(1_000_000));
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => server.close());

test('an answer within the limit is given as it is', async () => {
  const response = await boundedFetch(fetch, 1_000_000)(url, { method: 'POST' });
  expect((await response.text()).length).toBe(1_000_000);
});

test('a longer one breaks off', async () => {
  const response = await boundedFetch(fetch, 999_999)(url, { method: 'POST' });
  await expect(response.text()).rejects.toThrow('more than 999999 bytes');
});

test('of a stream, each event counts for itself', async () => {
  expect((await (await boundedFetch(fetch, 500_000)(`${url}/events`)).text()).length).toBeGreaterThan(
    1_000_000,
  );
});
