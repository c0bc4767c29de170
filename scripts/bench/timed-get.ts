import { type Agent, get } from 'node:http';

export interface TimedAnswer {
  /** From the request to the last byte. */
  elapsedMs: number;
  body: Buffer[];
}

/**
 * A GET without Accept-Encoding, so nothing is compressed.
 * @throws Error if the status is not 200
 */
export function timedGet(url: string, agent: Agent): Promise<TimedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TimedAnswer>();
  const startedMs = performance.now();
  const request = get(url, { agent }, (response) => {
    const body: Buffer[] = [];
    response.on('data', (chunk: Buffer) => body.push(chunk));
    response.once('error', reject);
    response.once('end', () => {
      const elapsedMs = performance.now() - startedMs;
      if (response.statusCode === 200) resolve({ elapsedMs, body });
      else reject(new Error(`${url} answered ${response.statusCode}: ${Buffer.concat(body)}`));
    });
  });
  request.once('error', reject);
  return promise;
}
