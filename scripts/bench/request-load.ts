import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import type { Belongings } from './belongings.ts';

export interface LoadRequest {
  url: string;
  /** Expected length of every body: any other is an error. */
  byteLength: number;
  connections: number;
  durationMs: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The worker's result. */
export type LoadAnswer = { elapsedMs: number; latenciesMs: number[] } | { error: string };

/** Generates load from a separate thread, so that other work of this process does not slow it down. */
export type GenerateLoad = (request: LoadRequest) => Promise<LoadResult>;

export function startLoadGenerator(belongings: Belongings): GenerateLoad {
  const worker = new Worker(new URL('./programs/load-worker.ts', import.meta.url));
  belongings.add(async () => void (await worker.terminate()));
  return async (request) => {
    worker.postMessage(request);
    // Rejects with the worker's own error if it fails.
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
