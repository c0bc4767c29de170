import type { ApprovalPolicy } from '../core/vocabulary/tools/approval.ts';
import type { ConfigFile } from './config-file.ts';

/** What commands reach, as the config file says. */
export interface NetworkSettings {
  /** Who is asked for hosts that are not allowed. */
  approval: Exclude<ApprovalPolicy, 'auto'>;
  /** Hosts that all commands may reach, in their usual form. */
  hosts: readonly string[];
  /** Hosts that may be at private addresses, with their addresses; `null`: what the name leads to. */
  privateHosts: Readonly<Record<string, string | null>>;
}

export const readNetworkSettings = ({
  approval = 'ask',
  hosts = [],
  privateHosts = [],
}: NonNullable<ConfigFile['network']> = {}): NetworkSettings => ({
  approval,
  hosts,
  privateHosts: Object.fromEntries(privateHosts.map(({ host, address }) => [host, address ?? null])),
});
