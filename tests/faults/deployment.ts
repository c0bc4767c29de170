import type { ProcessRole } from '#lib/config.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import type { RedisProcess } from '../support/redis-process.ts';

export const deploymentNames = [
  'SQLite',
  'SQLite, small disk',
  'Redis',
  'Redis, two servers',
  'Redis, a web process and two runners',
  'Sentinel',
  'Cluster',
] as const;
export type DeploymentName = (typeof deploymentNames)[number];

/** How servers are run: on which store, how many of them, and what each does. */
export interface Deployment {
  name: DeploymentName;
  /** Of each server; people reach those that are no runners. */
  roles: readonly ProcessRole[];
  /** Members sign in, and see no conversation of others. */
  hasTeam: boolean;
  /** The size of a file system of its own for its data, which ends with the server; `null`: that of the machine. */
  diskBytes: number | null;
  /** Of each server. */
  environment: Record<string, string>;
  /** Between servers and store, one for each process of it; none where there is no network. */
  proxies: FaultProxy[];
  /** Redis processes with data; those of a cluster or of a Sentinel follow a master that fails. */
  nodes: RedisProcess[];
  sentinels: RedisProcess[];
  close(): Promise<void>;
}
