import { Agent } from 'node:http';
import { parentPort } from 'node:worker_threads';
import type { LoadAnswer, LoadRequest } from '../request-load.ts';
import { timedGet } from '../timed-get.ts';

/** Keeps one request in progress per connection until the time is over. */
async function generate({ url, byteLength, connections, durationMs }: LoadRequest): Promise<LoadAnswer> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latenciesMs: number[] = [];
  const startedMs = performance.now();
  const repeat = async () => {
    while (performance.now() - startedMs < durationMs) {
      const { elapsedMs, body } = await timedGet(url, agent);
      const received = body.reduce((sum, chunk) => sum + chunk.length, 0);
      if (received !== byteLength) throw new Error(`${url} sent ${received} bytes instead of ${byteLength}`);
      latenciesMs.push(elapsedMs);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, repeat));
    return { elapsedMs: performance.now() - startedMs, latenciesMs };
  } finally {
    agent.destroy();
  }
}

parentPort?.on('message', async (request: LoadRequest) => {
  const answer = await generate(request).catch((error: Error): LoadAnswer => ({ error: error.message }));
  parentPort?.postMessage(answer);
});
