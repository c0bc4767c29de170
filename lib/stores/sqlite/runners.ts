import { limits } from '#lib/core/limits.ts';
import { runnerRecordSchema } from '#lib/core/vocabulary/runner-record.ts';
import type { RunnerStore } from '../stores.ts';
import type { Database } from './database.ts';

export const createRunners = (database: Database, nowMs: () => number): RunnerStore => ({
  async put(runner, forMs) {
    database.run(
      'INSERT OR REPLACE INTO runners VALUES (?, ?, ?)',
      runner.address,
      nowMs() + forMs,
      JSON.stringify(runner),
    );
  },
  async list() {
    const rememberedMs = nowMs() - limits.runnerRememberedMs;
    return database
      .all(
        'SELECT record, alive_until_ms FROM runners WHERE alive_until_ms > ? ORDER BY address',
        rememberedMs,
      )
      .map((row) => ({
        ...runnerRecordSchema.parse(JSON.parse(String(row.record))),
        isAlive: Number(row.alive_until_ms) > nowMs(),
      }));
  },
});
