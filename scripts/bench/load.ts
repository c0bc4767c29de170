import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Belongings } from './belongings.ts';
import { quantile } from './spread.ts';

export interface LoadRequest {
  url: string;
  /** Of every body: any other is an error. */
  byteLength: number;
  connections: number;
  durationMs: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** What the worker answers. */
export type LoadAnswer = { elapsedMs: number; latenciesMs: number[] } | { error: string };

/** Makes load from a thread of its own, so that nothing this process does slows it. */
export type GenerateLoad = (request: LoadRequest) => Promise<LoadResult>;

export function startLoadGenerator(belongings: Belongings): GenerateLoad {
  const worker = new Worker(new URL('./programs/load-worker.ts', import.meta.url));
  belongings.add(async () => void (await worker.terminate()));
  return async (request) => {
    worker.postMessage(request);
    // Rejects with the worker's own error, should it break.
    const [answer] = (await once(worker, 'message')) as [LoadAnswer];
    if ('error' in answer) throw new Error(answer.error);
    const { elapsedMs, latenciesMs } = answer;
    return {
      requestsPerSecond: (latenciesMs.length / elapsedMs) * 1000,
      p50Ms: quantile(latenciesMs, 0.5),
      p99Ms: quantile(latenciesMs, 0.99),
    };
  };
}
