import { wideningEventSchema } from '#lib/core/vocabulary/ledger/widening-event.ts';
import type { WideningStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createWidenings = (database: Database): WideningStore => ({
  list: async () =>
    database
      .all('SELECT record FROM widenings ORDER BY number')
      .map(({ record }) => wideningEventSchema.parse(JSON.parse(String(record)))),
  append: async (event) =>
    database.run('INSERT OR IGNORE INTO widenings VALUES (?, ?)', event.number, JSON.stringify(event))
      .changes === 1,
});
