import { limits } from '#lib/core/limits.ts';
import { type Host, parseHost } from '#lib/core/vocabulary/network/host.ts';
import type { MeasuredTraffic } from '#lib/core/vocabulary/network/host-traffic.ts';
import type { PrivateHosts } from './dial.ts';
import { openNetworkNamespace } from './network-namespace.ts';
import { createProxyProcess } from './proxy-client.ts';
import { keepSpare } from './spare.ts';
import type { NetworkRules } from './upstream.ts';

/** The network of one command: nothing in it but the way to our proxy. */
export interface CommandNetwork {
  /** A process whose network the command joins. */
  pid: number;
  /** Ends all its connections; what went over them. Never rejects. */
  close(): Promise<MeasuredTraffic[]>;
}

/** Makes networks for commands; one process of its own carries what goes through all of them. */
export interface Networks {
  /**
   * @param hosts in their usual form
   * @throws if the network or its proxy cannot be started
   */
  open(hosts: readonly string[]): Promise<CommandNetwork>;
  close(): void;
}

export interface NetworkNeeds {
  bwrapPath: string;
  privateHosts: PrivateHosts;
}

/** How long a network that was made ahead waits for a command. */
const spareMs = 5 * 60_000;

export function createNetworks({ bwrapPath, privateHosts }: NetworkNeeds): Networks {
  const proxy = createProxyProcess(bwrapPath);
  // Making one takes longer than all the rest of a command's start.
  const spaces = keepSpare(() => openNetworkNamespace(bwrapPath), spareMs);
  let lastId = 0;
  return {
    async open(hosts) {
      const space = await spaces.take();
      const id = ++lastId;
      const rules = rulesOf(hosts, privateHosts);
      const connection = await proxy.open({ kind: 'open', id, rules }, space.listener).catch((error) => {
        space.close();
        throw error;
      });
      // The other process has a socket of its own by now.
      space.listener.close();
      return {
        pid: space.pid,
        async close() {
          const traffic = await connection.close();
          space.close();
          spaces.refill();
          return traffic;
        },
      };
    },
    close() {
      spaces.close();
      proxy.close();
    },
  };
}

const rulesOf = (hosts: readonly string[], privateHosts: PrivateHosts): NetworkRules => ({
  hosts: hosts.map(parseHost).filter((host): host is Host => host !== null),
  privateHosts,
  openConnections: limits.networkOpenConnections,
  connections: limits.networkConnections,
  bytes: limits.networkBytes,
});
