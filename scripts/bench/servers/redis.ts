import type { Bench } from '../bench.ts';
import { freePort } from '../free-port.ts';
import { startProcess } from '../start-process.ts';

/**
 * Starts a real Redis without persistence.
 * @returns the value for `REDIS_URL`
 */
export async function startRedis({ belongings }: Bench): Promise<string> {
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: await belongings.makeFolder(),
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  await startProcess(belongings, {
    program: '/usr/bin/redis-server',
    parameters: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    ready: /Ready to accept connections/,
  });
  return `redis://127.0.0.1:${port}`;
}
