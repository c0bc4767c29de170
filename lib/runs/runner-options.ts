import type { StoreFault } from '../core/vocabulary/store-fault.ts';
import type { WorkerOptions } from './run-worker.ts';
import type { Runners } from './runners/runners.ts';
import type { ReadState } from './state-reader.ts';

export interface RunnerOptions extends WorkerOptions {
  readState: ReadState;
  runners: Pick<Runners, 'worksOn' | 'takesTurn' | 'offer' | 'watch'>;
  /** How long a run waits for a store that accepts nothing; defaults to the duration of its lease. */
  storePatienceMs?: number;
  /** The store accepts nothing, and a run waits for it. */
  onStoreFault?(fault: StoreFault): void;
  onError(error: unknown): void;
}
