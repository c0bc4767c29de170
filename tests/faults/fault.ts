import type { Deployment } from './deployment.ts';
import type { Plan } from './faulty-model.ts';
import type { Random } from './random.ts';
import type { SystemUnderTest } from './system-under-test.ts';

/** What a fault is caused in: of each, one fault at a time. */
export type FaultTarget = 'network' | 'redis' | 'servers' | 'model' | 'disk' | 'workspace';

export interface Fault {
  /** Numbers of the list in docs/faults.md. */
  ids: readonly string[];
  name: string;
  target: FaultTarget;
  appliesTo(deployment: Deployment): boolean;
  /** For how long it lasts. */
  lastsMs: readonly [min: number, max: number];
  /** What people ask for meanwhile; default: a bit of everything. */
  plans?: readonly Plan[];
  /** Everything goes on under it, if later: a run that it interrupts is a violation. */
  endsNoRun?: true;
  /** Sentinels may take it for the end of the master, and name another one. */
  mayFailOver?: true;
  /** Causes it. @returns what ends it, and throws where nothing felt it */
  start(system: SystemUnderTest, random: Random): Promise<() => Promise<void>>;
}

/** A fault that nothing ran into: it proves nothing. */
export class NotFeltError extends Error {}

export const hasRedis = ({ nodes }: Deployment): boolean => nodes.length > 0;
export const isOneRedis = ({ nodes }: Deployment): boolean => nodes.length === 1;
