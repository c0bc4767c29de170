import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import { type Fault, NotFeltError } from './fault.ts';
import type { Random } from './random.ts';
import type { ServerSlot } from './server-slot.ts';

/** What it stores outlives the server. */
const survives = ({ diskBytes }: Deployment): boolean => diskBytes === null;

/** A server that works on a run at this moment: what happens to another one interrupts nothing. */
async function workingServer(servers: readonly ServerSlot[], random: Random): Promise<ServerSlot> {
  const startsAt = random.integer(0, servers.length - 1);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const server = servers[(startsAt + attempt) % servers.length];
    if (server && (await server.activeRuns()) > 0) return server;
    await sleep(50);
  }
  throw new NotFeltError('no server worked on anything');
}

const restart = (ids: string[], name: string, signal: NodeJS.Signals, plans: Fault['plans']): Fault => ({
  ...{ ids, name, target: 'servers', appliesTo: survives, lastsMs: [500, 2_000] },
  ...(plans ? { plans } : {}),
  async start({ servers }, random) {
    const server = await workingServer(servers, random);
    const restarting = server.restart(signal);
    // It is looked at where the fault ends.
    restarting.catch(() => {});
    return async () => await restarting;
  },
});

/** In the servers. */
export const serverFaults: readonly Fault[] = [
  restart(['F15', 'F17'], 'server killed while the model answers', 'SIGKILL', ['say', 'read']),
  restart(['F16'], 'server killed while a command runs', 'SIGKILL', ['command', 'wait']),
  restart(['F18'], 'server asked to end', 'SIGTERM', undefined),
  {
    ...{ ids: ['F36'], name: 'servers replaced by another version', target: 'servers', appliesTo: survives },
    lastsMs: [1_000, 3_000],
    async start({ servers }) {
      // One after the other: two versions are side by side meanwhile.
      const replacing = (async () => {
        for (const server of servers) await server.replace();
      })();
      // It is looked at where the fault ends.
      replacing.catch(() => {});
      return async () => await replacing;
    },
  },
  {
    ...{ ids: ['F19'], name: 'server paused for 20 s', target: 'servers', appliesTo: survives },
    lastsMs: [20_000, 20_000],
    async start({ servers }, random) {
      const server = await workingServer(servers, random);
      server.pause();
      return async () => server.resume();
    },
  },
  {
    ...{ ids: ['F20'], name: 'clock of a server set ahead and back', target: 'servers', appliesTo: survives },
    endsNoRun: true,
    lastsMs: [2_000, 4_000],
    async start({ servers, clockFile, deployment }, random) {
      const server = random.pick(servers);
      // Where the store is in the server, its artifacts expire by this clock, as promised.
      writeFileSync(clockFile, String(deployment.nodes.length === 0 ? 600 : 3_600));
      server.signal('SIGUSR2');
      return async () => {
        writeFileSync(clockFile, '0');
        server.signal('SIGUSR2');
      };
    },
  },
];
