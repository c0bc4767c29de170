import { afterEach, beforeEach } from 'vitest';
import type { MemberRecord } from '#lib/core/vocabulary/team/member.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { sampleMember } from '../contracts/samples.ts';
import { tempFolder } from './temp-folder.ts';

export interface TeamBench {
  stores: Stores;
  nowMs: () => number;
  /** Moves the clock on. */
  pass(seconds: number): void;
  add(change?: Partial<MemberRecord>): Promise<MemberRecord>;
}

const startMs = Date.parse('2026-11-22T12:00:00.000Z');

/** Real stores with a clock that can be moved, fresh for each test of a file. */
export function teamBench(): () => TeamBench {
  let bench: TeamBench | null = null;
  beforeEach(() => {
    let laterMs = 0;
    const nowMs = () => startMs + laterMs;
    const stores = openSqliteStores({ dataDir: tempFolder(), artifactTtlSeconds: 1_800, nowMs });
    bench = {
      stores,
      nowMs,
      pass: (seconds) => {
        laterMs += seconds * 1_000;
      },
      async add(change = {}) {
        const member = sampleMember(change);
        await stores.members.change(() => [member]);
        return member;
      },
    };
  });
  afterEach(async () => {
    await bench?.stores.close();
    bench = null;
  });
  return () => {
    if (bench === null) throw new Error('stores are open within a test only');
    return bench;
  };
}
