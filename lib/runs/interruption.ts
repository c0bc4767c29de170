import type { StoreFault } from '../core/vocabulary/store-fault.ts';
import type { RunFailure } from './run-failure.ts';

/** Why no process works any more on a run that did not end by itself. */
export type Interruption = 'server_ended' | 'store_away' | 'store_full' | 'lease_lost';

const messages: Readonly<Record<Interruption, string>> = {
  server_ended: 'The server stopped while it was working.',
  store_away: 'The storage did not answer for too long, so the run could not be saved any further.',
  store_full: 'The storage is full, so the run could not be saved any further. Free some space first.',
  lease_lost: 'The server that was working on it did not answer any more, and another took over.',
};

export const interruption = (code: Interruption): RunFailure => ({ code, message: messages[code] });

export const interruptionBy = (fault: StoreFault): Interruption =>
  fault === 'full' ? 'store_full' : 'store_away';
