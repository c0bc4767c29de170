import { Agent } from 'node:http';
import { quantile } from '#lib/core/algorithms/statistics/quantile.ts';
import { openStores } from '#lib/stores/open-stores.ts';
import type { Stores } from '#lib/stores/stores.ts';
import { createSearchIndexer, type SearchIndexer } from '#lib/streams/search-indexer.ts';
import type { Bench } from '../bench.ts';
import { createConversationSample } from '../conversation-sample.ts';
import type { Report, ReportRow } from '../report.ts';
import { startRedis } from '../servers/redis.ts';
import { startVitrine } from '../servers/vitrine.ts';
import { timedGet } from '../timed-get.ts';

const searchGoalMs = 100;
const addedGoalMs = 1;
const messagesEach = 20;
const timedAppends = 1_000;

/** How fast the search answers over everything that a team has written, and what it adds to a message. */
export async function measureSearch(bench: Bench): Promise<Report> {
  const conversations = bench.isQuick ? 300 : 10_000;
  const rounds = bench.isQuick ? 5 : 40;
  const workspace = await bench.belongings.makeFolder();
  const rows: ReportRow[] = [];
  for (const store of ['SQLite', 'Redis'] as const) {
    const dataDir = await bench.belongings.makeFolder();
    const redisUrl = store === 'Redis' ? await startRedis(bench) : null;
    const stores = openStores({ redisUrl, dataDir, artifactTtlSeconds: 60, nowMs: Date.now });
    const indexer = createSearchIndexer(stores, (error) => {
      throw error;
    });
    const sample = createConversationSample();
    await fill(stores, sample, conversations);
    const startedMs = performance.now();
    indexer.catchUp();
    await indexer.settled();
    const count = conversations * messagesEach;
    const indexMs = (performance.now() - startedMs) / count;
    rows.push({ cells: [store, 'a message indexed', indexMs.toFixed(2), '', ''], isMet: null });
    rows.push(...(await measureAppends(store, { stores, indexer, sample })));
    await indexer.close();
    await stores.close();

    const environment = { VITRINE_DATA_DIR: dataDir, ...(redisUrl ? { REDIS_URL: redisUrl } : {}) };
    const server = await startVitrine(bench, { workspace, environment });
    rows.push(...(await measureQueries(store, { url: server.url, queries: queriesOf(sample), rounds })));
    await server.stop();
  }
  const messages = (conversations * messagesEach).toLocaleString('en-US');
  return {
    title: `Search: ${conversations.toLocaleString('en-US')} conversations, ${messages} messages, one conversation in five not the reader's`,
    method: `ms; each query ${rounds} times over HTTP, the queries in turn; ${timedAppends} messages appended with and without the index in turn`,
    goal: `a search answers in ${searchGoalMs} ms at p95, a message takes at most ${addedGoalMs} ms more`,
    columns: ['store', 'what', 'p50', 'p95', 'goal ms'],
    rows,
  };
}

type Sample = ReturnType<typeof createConversationSample>;

async function fill({ conversations, events }: Stores, sample: Sample, count: number): Promise<void> {
  const beginMs = Date.now() - count * 60_000;
  for (let index = 0; index < count; index += 1) {
    const timestamp = new Date(beginMs + index * 60_000).toISOString();
    const id = `conv_${index}`;
    await conversations.create({
      ...{ id, title: sample.title(), workspace: 'bench', model: 'demo' },
      ...{ createdAt: timestamp, updatedAt: timestamp, archivedAt: null, waiting: null, worktree: null },
      createdBy: { id: `mem_${index % 20}`, name: `Member ${index % 20}` },
      audience: index % 5 === 0 ? [] : 'team',
    });
    await events.append(
      id,
      Array.from({ length: messagesEach }, (_, at) => sample.message(`msg_${index}_${at}`, timestamp)),
    );
  }
}

/** Pairs of appends: one to the log alone, one that is indexed; and until that one can be found. */
async function measureAppends(
  store: string,
  { stores, indexer, sample }: { stores: Stores; indexer: SearchIndexer; sample: Sample },
): Promise<ReportRow[]> {
  const alone: number[] = [];
  const followed: number[] = [];
  const found: number[] = [];
  const indexed = indexer.followed(stores.events);
  for (let index = 0; index < timedAppends; index += 1) {
    const timestamp = new Date().toISOString();
    const id = `conv_${index % 200}`;
    const before = performance.now();
    await stores.events.append(id, [sample.message(`msg_alone_${index}`, timestamp)]);
    const between = performance.now();
    await indexed.append(id, [sample.message(`msg_indexed_${index}`, timestamp)]);
    const after = performance.now();
    await indexer.upToDate();
    alone.push(between - before);
    followed.push(after - between);
    // That was two messages.
    found.push((performance.now() - after) / 2);
  }
  const added = quantile(followed, 0.5) - quantile(alone, 0.5);
  return [
    { cells: [store, 'a message appended', ...formatted(alone), ''], isMet: null },
    {
      cells: [store, 'added to it', added.toFixed(2), '', `${addedGoalMs} (p50)`],
      isMet: added <= addedGoalMs,
    },
    {
      cells: [store, 'indexing it, after', ...formatted(found), `${addedGoalMs} (p50)`],
      isMet: quantile(found, 0.5) <= addedGoalMs,
    },
  ];
}

/** @param queries by what they are */
async function measureQueries(
  store: string,
  { url, queries, rounds }: { url: string; queries: Record<string, string>; rounds: number },
): Promise<ReportRow[]> {
  const agent = new Agent({ keepAlive: true });
  const search = (query: string) => timedGet(`${url}/api/search?${new URLSearchParams({ q: query })}`, agent);
  // The server first looks whether all logs are indexed.
  while (JSON.parse(String((await search('no such words')).body)).isCut) await new Promise(setImmediate);
  const times = new Map(Object.keys(queries).map((name): [string, number[]] => [name, []]));
  for (const query of Object.values(queries)) await search(query);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, query] of Object.entries(queries)) {
      times.get(name)?.push((await search(query)).elapsedMs);
    }
  }
  agent.destroy();
  return [...times].map(([name, elapsed]) => ({
    cells: [store, `a search for ${name}`, ...formatted(elapsed), `${searchGoalMs} (p95)`],
    isMet: quantile(elapsed, 0.95) <= searchGoalMs,
  }));
}

const queriesOf = ({ wordAt }: Sample): Record<string, string> => ({
  'the commonest word': wordAt(0),
  'a rare word': wordAt(19_000),
  'a part of a word': wordAt(5_000).slice(0, 4),
  'two common words': `${wordAt(10)} ${wordAt(20)}`,
  'three words': `${wordAt(300)} ${wordAt(40)} ${wordAt(5)}`,
  'two letters': 'qu',
  'one letter': 'b',
  'a letter that nobody wrote': 'q',
  'Chinese words': '上海',
  'words of nobody': 'xylophone jazz',
  'two hundred letters': 'xyz'.repeat(66),
});

const formatted = (elapsedMs: readonly number[]): string[] =>
  [quantile(elapsedMs, 0.5), quantile(elapsedMs, 0.95)].map((ms) => ms.toFixed(2));
