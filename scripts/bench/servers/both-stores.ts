import type { Bench } from '../bench.ts';
import { startRedis } from './redis.ts';
import { startVitrine, type VitrineOptions, type VitrineServer } from './vitrine.ts';

export interface StoredVitrine extends VitrineServer {
  /** Its name in a table. */
  name: string;
}

/** Starts Vitrine twice: on its embedded store, and on a real Redis. */
export async function startOnBothStores(bench: Bench, options: VitrineOptions): Promise<StoredVitrine[]> {
  const onSqlite = await startVitrine(bench, options);
  const REDIS_URL = await startRedis(bench);
  const onRedis = await startVitrine(bench, {
    ...options,
    environment: { ...options.environment, REDIS_URL },
  });
  return [
    { ...onSqlite, name: 'Vitrine, SQLite' },
    { ...onRedis, name: 'Vitrine, Redis' },
  ];
}
