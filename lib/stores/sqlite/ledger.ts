import { type LedgerEntry, ledgerEntrySchema } from '#lib/core/vocabulary/ledger/ledger.ts';
import {
  type DaySums,
  entryDay,
  partsOf,
  type SumGrouping,
  type Sums,
  sumGroupings,
  sumNames,
} from '#lib/core/vocabulary/ledger/sums.ts';
import type { LedgerStore } from '../stores.ts';
import { type Database, sumsTable } from './database.ts';

const addSums = `
  INSERT INTO ${sumsTable} VALUES (?, ?, ?, ?, ${sumNames.map(() => '?').join(', ')})
  ON CONFLICT DO UPDATE SET label = excluded.label,
    ${sumNames.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

/** Entries and the sums of their days, written in one transaction. */
export function createLedger(database: Database): LedgerStore {
  const add = (entry: LedgerEntry) => {
    for (const groupBy of sumGroupings) {
      for (const { key, label, sums } of partsOf(entry, groupBy)) {
        database.run(
          addSums,
          groupBy,
          entryDay(entry),
          key,
          label,
          ...sumNames.map((name) => sums[name] ?? 0),
        );
      }
    }
  };
  sumEarlierEntries(database, add);
  return {
    record: async (entry) =>
      database.transaction(() => {
        const { changes } = database.run(
          'INSERT OR IGNORE INTO ledger VALUES (?, ?, ?)',
          entry.id,
          entry.timestamp,
          JSON.stringify(entry),
        );
        if (changes === 1) add(entry);
        return changes === 1;
      }),
    async get(id) {
      const row = database.get('SELECT record FROM ledger WHERE id = ?', id);
      return row ? readEntry(row) : null;
    },
    list: async (from, to) =>
      database
        .all(
          'SELECT record FROM ledger WHERE timestamp >= ? AND timestamp < ? ORDER BY timestamp, id',
          from,
          to,
        )
        .map(readEntry),
    sums: async (groupBy, from, to, key) => readSums(database, groupBy, [from, to], key),
  };
}

const readEntry = ({ record }: Record<string, unknown>): LedgerEntry =>
  ledgerEntrySchema.parse(JSON.parse(String(record)));

/** A folder of an earlier version has entries without sums, or without all of them. */
function sumEarlierEntries(database: Database, add: (entry: LedgerEntry) => void): void {
  if (database.get(`SELECT 1 FROM ${sumsTable} LIMIT 1`)) return;
  database.transaction(() => {
    for (const row of database.all('SELECT record FROM ledger ORDER BY timestamp, id')) add(readEntry(row));
  });
}

function readSums(
  database: Database,
  groupBy: SumGrouping,
  [from, to]: [string, string],
  key: string | undefined,
): DaySums[] {
  const where = `grouping = ? AND day >= ? AND day < ?${key === undefined ? '' : ' AND key = ?'}`;
  return database
    .all(
      `SELECT * FROM ${sumsTable} WHERE ${where} ORDER BY day, key`,
      ...[groupBy, from, to, ...(key === undefined ? [] : [key])],
    )
    .map((row) => ({
      day: String(row.day),
      key: String(row.key),
      label: String(row.label),
      sums: Object.fromEntries(sumNames.map((name) => [name, Number(row[name])])) as Sums,
    }));
}
