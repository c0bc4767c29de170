import { createMemory, openMemoryStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { OpenedStores, StoreOptions } from './store-opener.ts';

export async function openMemory(options: StoreOptions = {}): Promise<OpenedStores> {
  const memory = createMemory();
  const { database, files } = memory;
  const stores = openMemoryStores({ nowMs: Date.now, ...options }, memory);
  const storedRows = (): string[] =>
    database
      .all(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('search_index_data', 'search_index_idx') ORDER BY name`,
      )
      .flatMap(({ name }) =>
        database.all(`SELECT * FROM ${name}`).map((row) => `${name} ${JSON.stringify(row)}`),
      );
  return {
    stores,
    elsewhere: stores,
    inventory: async () => [...storedRows(), ...files.list()],
    texts: async () => storedRows(),
    async tamper(artifactId) {
      const bytes = (await files.readBytes(artifactId, 0, Number.POSITIVE_INFINITY)) ?? Buffer.alloc(0);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      const file = await files.openForWriting(artifactId);
      await file.appendFile(bytes);
      await file.close();
    },
    // A new process would find nothing: there is none that could read it.
    reopen: async () => stores,
    close: () => stores.close(),
  };
}
