import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { wholeTextBytes } from './digest.ts';
import { loadTokenizer } from './tokenizer.ts';

const workerCharacters = 64 * 1024;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve(tokens: number): void; reject(error: unknown): void }>();

/**
 * Counts the tokens of a text; long texts are counted in a worker thread so that no request waits for them.
 */
export async function countTokens(text: string): Promise<number> {
  if (text.length <= workerCharacters) return (await loadTokenizer()).count(text);
  worker ??= startWorker();
  lastId += 1;
  const id = lastId;
  const counted = new Promise<number>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.ref();
  worker.postMessage({ id, text });
  return counted;
}

/** A part of a text, and its length in bytes in the original encoding. */
export interface TextSample {
  text: string;
  byteLength: number;
}

/**
 * Estimates the tokens of a text from samples, scaled to its length.
 * @param byteLength of the whole text
 */
export async function estimateTokens(samples: readonly TextSample[], byteLength: number): Promise<number> {
  let tokens = 0;
  let bytes = 0;
  for (const sample of samples) {
    tokens += await countTokens(sample.text);
    bytes += sample.byteLength;
  }
  return bytes === 0 ? 0 : Math.round((tokens * byteLength) / bytes);
}

/**
 * Sample positions in a text too long to count, besides its first and last 512 KiB: 64 windows of 16 KiB at
 * evenly spaced, even byte offsets (UTF-16).
 */
export function sampleWindows(byteLength: number): { start: number; end: number }[] {
  if (byteLength <= wholeTextBytes) return [];
  const edge = 512 * 1024;
  const size = 16 * 1024;
  const count = 64;
  const stride = (byteLength - 2 * edge - size) / (count - 1);
  return Array.from({ length: count }, (_, index) => {
    const start = edge + 2 * Math.floor((index * stride) / 2);
    return { start, end: start + size };
  });
}

function startWorker(): Worker {
  // A source file in development and tests, a module of the package in a build.
  const name = `./count-tokens-worker${extname(import.meta.url)}`;
  const started = new Worker(new URL(name, import.meta.url));
  const fail = (error: unknown) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  started.on('message', ({ id, tokens }: { id: number; tokens: number }) => {
    waiting.get(id)?.resolve(tokens);
    waiting.delete(id);
    if (waiting.size === 0) started.unref();
  });
  started.on('error', fail);
  started.on('exit', () => fail(new Error('the token counter stopped')));
  return started;
}
