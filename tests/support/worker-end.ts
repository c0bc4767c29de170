import { appendFileSync } from 'node:fs';

const stops = new Set<() => void>();

process.once('exit', () => {
  for (const stop of stops) stop();
});
// Vitest ends its workers by this signal, which by itself skips `exit`.
process.once('SIGTERM', () => process.exit());

/** Calls `stop` when the worker ends, whatever file it runs then. Gives the function that cancels it. */
export function atWorkerEnd(stop: () => void): () => void {
  stops.add(stop);
  return () => stops.delete(stop);
}

/** For the runner, which prints how many of each were started. */
export function countStart(kind: 'server' | 'browser'): void {
  const file = process.env.VITRINE_TEST_STARTS;
  if (file !== undefined) appendFileSync(file, `${kind}\n`);
}
