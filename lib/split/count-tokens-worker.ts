import { parentPort } from 'node:worker_threads';
import { loadTokenizer } from './tokenizer.ts';

parentPort?.on('message', async ({ id, text }: { id: number; text: string }) => {
  const { count } = await loadTokenizer();
  parentPort?.postMessage({ id, tokens: count(text) });
});
