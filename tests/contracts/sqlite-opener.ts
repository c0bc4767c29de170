import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { OpenedStores, StoreOptions } from './store-opener.ts';

export async function openSqlite(options: StoreOptions = {}): Promise<OpenedStores> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-sqlite-'));
  const open = () => openSqliteStores({ dataDir, artifactTtlSeconds: 1_800, nowMs: Date.now, ...options });
  let stores = open();
  return {
    stores,
    elsewhere: stores,
    inventory: async () => [...storedRows(dataDir), ...(await storedFiles(dataDir))],
    texts: async () => storedRows(dataDir),
    async tamper(artifactId) {
      const path = join(dataDir, 'artifacts', artifactId.slice(-2), artifactId);
      const bytes = await readFile(path);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      await writeFile(path, bytes);
    },
    async reopen() {
      await stores.close();
      stores = open();
      return stores;
    },
    async close() {
      await stores.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function storedRows(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'vitrine.db'), { readOnly: true });
  const tables = database
    .prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('search_index_data', 'search_index_idx') ORDER BY name`,
    )
    .all();
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM ${String(name)}`)
      .all()
      .map((row) => `${String(name)} ${JSON.stringify(row)}`),
  );
  database.close();
  return rows;
}

async function storedFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'artifacts'), { recursive: true, withFileTypes: true }).catch(
    () => [], // No artifact was ever stored here.
  );
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
