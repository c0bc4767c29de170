import { Server } from 'node:net';
import { type CommandProxy, createCommandProxy } from './command-proxy.ts';
import type { FromProxy, ToProxy } from './proxy-messages.ts';
import { createUpstream, type Upstream } from './upstream.ts';

/**
 * The program of the process through which commands reach other hosts. It gets a listening socket of each command's own
 * network; it reads no file but its code, starts nothing, and has no environment.
 */
const networks = new Map<number, { proxy: CommandProxy; upstream: Upstream }>();

const say = (message: FromProxy): void => {
  process.send?.(message);
};

process.on('message', (message: ToProxy, listener: unknown) => {
  const { id } = message;
  if (message.kind === 'close') {
    const network = networks.get(id);
    networks.delete(id);
    say({ kind: 'closed', id, traffic: network?.upstream.traffic() ?? [] });
    network?.upstream.close();
    network?.proxy.close();
    return;
  }
  if (!(listener instanceof Server)) return say({ kind: 'failed', id });
  const upstream = createUpstream(message.rules);
  const proxy = createCommandProxy(upstream);
  networks.set(id, { proxy, upstream });
  proxy.server.listen(listener, () => say({ kind: 'opened', id }));
});

// What one command or its host sends must not end the connections of the others.
process.on('uncaughtException', () => {});

// Whoever started it is gone.
process.on('disconnect', () => process.exit());
