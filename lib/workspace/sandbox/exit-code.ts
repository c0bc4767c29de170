import { constants } from 'node:os';

/** Exit code as a shell reports it: 128 plus the number of the signal. */
export function exitCodeOf(code: number | null, signal: NodeJS.Signals | number | null | undefined): number {
  if (signal === null || signal === undefined || signal === 0) return code ?? 0;
  return 128 + (typeof signal === 'number' ? signal : constants.signals[signal]);
}
