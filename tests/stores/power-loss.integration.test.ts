import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readArtifactLines } from '#lib/stores/read-artifact.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import { createRandom } from '../faults/random.ts';
import { readTrace, type SystemCall, traceWith, writeWhatIsLeft } from '../support/power-loss.ts';
import { tempFolder } from '../support/temp-folder.ts';

interface Confirmed {
  messageId?: string;
  entryId?: string;
  /** Of the number of the last change of a member's name. */
  name?: number;
  artifactId?: string;
  round?: number;
}

const rounds = 200;
let dataDir: string;
let calls: SystemCall[];

beforeAll(() => {
  dataDir = join(tempFolder(), 'data');
  const trace = join(tempFolder(), 'trace');
  const [program = '', ...options] = traceWith(trace);
  const writer = join(import.meta.dirname, 'power-loss-writer.ts');
  execFileSync(program, [...options, process.execPath, writer, dataDir, String(rounds)], {
    maxBuffer: 1 << 28,
  });
  calls = readTrace(trace);
}, 300_000);

/** What the program had confirmed by then; threads of Node wake one another in the same way. */
const confirmedIn = (before: readonly SystemCall[]): Confirmed[] =>
  before.flatMap((call) => {
    const text = call.kind === 'write' && !call.path.startsWith('/') ? String(call.bytes) : '';
    return text.startsWith('{') ? [JSON.parse(text) as Confirmed] : [];
  });

test('what was written is seen, and syncs of the log, the database and of artifacts', () => {
  const synced = calls.filter(({ kind }) => kind === 'sync').map(({ path }) => path);
  expect(synced.filter((path) => path.endsWith('vitrine.db-wal')).length).toBeGreaterThan(rounds);
  expect(synced.filter((path) => path.endsWith('vitrine.db')).length).toBeGreaterThan(0);
  expect(synced.filter((path) => path.includes('/artifacts/')).length).toBeGreaterThan(rounds / 10);
  expect(confirmedIn(calls)).toHaveLength(3 * rounds + rounds / 10);
});

test('at whichever moment the power is lost: the store opens, and has every message, result, figure and setting that was confirmed', async () => {
  const random = createRandom(11);
  const always = ['2000-01-01', '2100-01-01'] as const;
  let [messages, artifacts, entries, lostSectors] = [0, 0, 0, 0];
  for (let loss = 0; loss < 40; loss += 1) {
    const before = calls.slice(0, random.integer(100, calls.length));
    const folder = join(tempFolder(), 'data');
    lostSectors += writeWhatIsLeft(before, { from: dataDir, to: folder, random });
    const stores = openSqliteStores({ dataDir: folder, artifactTtlSeconds: 3_600, nowMs: Date.now });
    try {
      const { durable } = await stores.events.readDurable('conv_a', null, 1_000);
      const found = new Set(durable.flatMap(({ data }) => ('messageId' in data ? [data.messageId] : [])));
      const recorded = await stores.ledger.list(...always);
      const recordedIds = new Set(recorded.map(({ id }) => id));
      const sums = await stores.ledger.sums('day', ...always);
      const sentTokens = recorded.reduce(
        (sum, entry) => sum + (entry.kind === 'call' ? entry.sentTokens : 0),
        0,
      );
      expect(sums.reduce((sum, day) => sum + day.sums.sentTokens, 0)).toBe(sentTokens);
      entries += recorded.length;
      const { name } = await stores.preferences.get('mem_a');
      for (const { messageId, entryId, name: number, artifactId, round } of confirmedIn(before)) {
        if (entryId !== undefined) expect(recordedIds).toContain(entryId);
        if (number !== undefined)
          expect(Number(String(name).slice('name '.length))).toBeGreaterThanOrEqual(number);
        if (messageId !== undefined) expect(found).toContain(messageId);
        if (artifactId === undefined) continue;
        // By its index, which is a file of its own.
        const metadata = (await stores.artifacts.get(artifactId))?.metadata;
        const last =
          metadata && (await readArtifactLines(stores.artifacts, metadata, { from: 2_000, to: 2_000 }));
        expect(JSON.stringify(last)).toContain(`line 1999 of ${round}`);
        artifacts += 1;
      }
      messages += found.size;
    } finally {
      await stores.close();
    }
  }
  expect(messages).toBeGreaterThan(1_000);
  expect(entries).toBeGreaterThan(1_000);
  expect(artifacts).toBeGreaterThan(100);
  expect(lostSectors).toBeGreaterThan(10);
});
