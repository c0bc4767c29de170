import { Cluster, type RedisCommander } from 'ioredis';
import { parseRedisUrl } from './redis-address.ts';
import { createCommandClient } from './redis-clients.ts';
import { commandTimeoutMs } from './redis-options.ts';
import { createSchemaGate, type SchemaGateKeys } from './schema-gate.ts';
import { runScript, type Script } from './script.ts';
import { storageError } from './storage-error.ts';
import { watchFailover } from './watch-failover.ts';

/** The connection for commands (one per node of a cluster). It is opened at once and reconnects by itself. */
export interface RedisConnection {
  /** @throws VitrineError `storage_unavailable` for every error of Redis or of the connection */
  run<T>(work: (redis: RedisCommander) => Promise<T>): Promise<T>;
  runScript(script: Script, keys: string[], values: (string | number | Buffer)[]): Promise<unknown>;
  /** Names of the keys that begin so, on all nodes; one that is added meanwhile may be missing. */
  keysWith(prefix: string): AsyncIterable<string[]>;
  /** Number of nodes with data: 1, or a cluster's masters. */
  nodeCount(): number;
  /** Calls back on every new connection. */
  onReady(listener: () => void): void;
  close(): Promise<void>;
}

const quitTimeoutMs = 500;

/** @param isFilling also while a copy fills this Redis, which others refuse */
export function openConnection(url: string, gateKeys: SchemaGateKeys, isFilling = false): RedisConnection {
  const address = parseRedisUrl(url);
  const client = createCommandClient(address);
  const connectAgain = () => client.disconnect(true);
  const unwatch = watchFailover(address, () => {
    // ioredis gives up for good if it is disconnected while it asks Sentinels, one of which may still name the old master.
    if (client.status === 'connecting') client.off('connect', connectAgain).once('connect', connectAgain);
    else connectAgain();
  });
  const gate = createSchemaGate(gateKeys, isFilling);
  let connectionError: unknown = null;
  // Every command reports its own failure; without a listener ioredis prints the error, and Node exits.
  client.on('error', (error) => {
    connectionError = error;
  });
  client.on('ready', () => {
    connectionError = null;
  });
  client.on('close', gate.forget);

  const run: RedisConnection['run'] = async (work) => {
    const pass = async () => {
      await gate.pass(client);
      return await work(client);
    };
    try {
      return await withDeadline(pass(), commandTimeoutMs + 500);
    } catch (cause) {
      throw storageError(cause, connectionError);
    }
  };

  return {
    run,
    runScript: (script, keys, values) => run((redis) => runScript(redis, script, keys, values)),
    async *keysWith(prefix) {
      const nodes = client instanceof Cluster ? client.nodes('master') : [client];
      for (const node of nodes) {
        for (let cursor: string | null = '0'; cursor !== null; ) {
          const from: string = cursor;
          const [next, names] = await run(() =>
            node.scan(from, 'MATCH', `${escapeGlob(prefix)}*`, 'COUNT', 1_000),
          );
          if (names.length > 0) yield names;
          cursor = next === '0' ? null : next;
        }
      }
    },
    nodeCount: () => (client instanceof Cluster ? Math.max(1, client.nodes('master').length) : 1),
    onReady: (listener) => client.on('ready', listener),
    async close() {
      unwatch();
      if (client.status === 'ready') {
        // A connection that does not answer is closed below; nothing that was confirmed is lost.
        const hasQuit = await withDeadline(client.quit(), quitTimeoutMs).catch(() => null);
        if (hasQuit) return;
      }
      client.disconnect();
    },
  };
}

/** In a pattern some characters stand for others. */
const escapeGlob = (text: string): string => text.replaceAll(/[\\*?[\]^-]/g, '\\$&');

/** A cluster client without any node queues commands for ever; this bounds the wait. */
function withDeadline<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('Command timed out')), milliseconds);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
