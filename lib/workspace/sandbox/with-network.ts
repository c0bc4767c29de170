import type { CommandEnd } from '../commands.ts';
import type { CommandNetwork, Networks } from '../network/networks.ts';
import { WorkspaceError } from '../workspace-error.ts';

/**
 * Starts a command in a network of its own, in which it reaches these hosts; without hosts, in none.
 * @throws WorkspaceError `unavailable`, and errors of `start`
 */
export async function withNetwork<Running extends { end: Promise<CommandEnd> }>(
  networks: Networks,
  hosts: readonly string[],
  start: (networkPid: number | null) => Promise<Running>,
): Promise<Running> {
  if (hosts.length === 0) return await start(null);
  const network = await openNetwork(networks, hosts);
  try {
    const running = await start(network.pid);
    const end = running.end.then(async (ended) => ({ ...ended, traffic: await network.close() }));
    return { ...running, end };
  } catch (error) {
    await network.close();
    throw error;
  }
}

const openNetwork = (networks: Networks, hosts: readonly string[]): Promise<CommandNetwork> =>
  networks.open(hosts).catch((error: unknown) => {
    throw new WorkspaceError('unavailable', 'Commands cannot be given a network on this server', {
      cause: error,
    });
  });
