import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sumSavings } from '#lib/core/vocabulary/ledger/savings.ts';
import { openSqliteStores } from '#lib/stores/sqlite/open-sqlite-stores.ts';
import {
  ask,
  createConversation,
  ofType,
  readEvents,
  send,
  until,
  untilFinished,
} from '../support/conversations.ts';
import type { ChatUsage, RecordedRequest, Script } from '../support/openai-server.ts';
import {
  type Answered,
  type LoggedCall,
  noCount,
  prices,
  type Recount,
  recount,
  tokensOf,
} from '../support/recount.ts';
import { numberedLines, openStage, type Stage, storeNames } from '../support/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

interface Planned {
  name: string;
  arguments: Record<string, unknown>;
}
/** What a person says: the calls of each step; `fails`: the model server answers 500 first. */
type Plan = { calls: Planned[]; fails?: true }[];

const read = (path: string): Planned => ({ name: 'read_file', arguments: { path } });
const find = (pattern: string): Planned => ({ name: 'grep_file', arguments: { pattern, path: 'long.txt' } });
const show = (path: string): Planned => ({ name: 'render_file_contents', arguments: { path } });
const recallLast: Planned = { name: 'recall_output', arguments: { artifactId: '$last', lines: '40-60' } };
const recallNone: Planned = { name: 'recall_output', arguments: { artifactId: 'art_none', lines: '1-2' } };
const unknownTool: Planned = { name: 'no_such_tool', arguments: {} };
const waits: Planned = {
  name: 'execute_code',
  arguments: { language: 'python', code: 'import time; time.sleep(60)' },
};

const plans: Record<string, Plan> = {
  reading: [
    { calls: [read('long.txt')] },
    { calls: [recallLast] },
    { calls: [read('short.txt')], fails: true },
  ],
  several: [
    { calls: [find('word 1'), show('long.txt'), read('missing.txt')] },
    { calls: [recallLast, read('more.txt')] },
  ],
  wrong: [
    { calls: [unknownTool] },
    { calls: [recallNone] },
    { calls: [read('bytes.bin')] },
    { calls: [read('more.txt')] },
  ],
  huge: [{ calls: [show('huge.txt')] }, { calls: [find('word')], fails: true }],
};

const files = {
  'long.txt': numberedLines(4_000, (number) => `line ${number}, with word ${number % 37}`),
  'more.txt': `${numberedLines(900, (number) => `${number}\t🙂 ${'ab'.repeat(number % 700)}`)}\n\n\n  end`,
  'short.txt': 'short\n',
  'huge.txt': numberedLines(40_000, (number) => `${number} of a text that is more than admitted`),
  'bytes.bin': Buffer.alloc(9_000, 1),
};

describe.each(storeNames)('with %s, after a crash, retries and four conversations at once', (store) => {
  let stage: Stage;
  let config: string;
  const answered: Answered[] = [];
  const conversations = new Map<string, string>();
  const failed = new Set<string>();

  /** Answers by the plan that the last person named, a step at a time, and reports what it likes. */
  const script: Script = (request, index) => {
    const messages = request.body.messages as { role: string; content: string }[];
    const at = messages.findLastIndex(({ role }) => role === 'user');
    const stated = JSON.parse(messages[at]?.content ?? '{}') as { name: string; plan: Plan };
    const after = messages.slice(at + 1);
    const step = stated.plan[after.filter(({ role }) => role === 'assistant').length];
    const key = `${stated.name} ${after.length}`;
    if (step?.fails && !failed.has(key)) {
      failed.add(key);
      return { status: 500 };
    }
    const toolCalls = (step?.calls ?? []).map((call) => withArtifact(call, request));
    const usage = reported(index);
    answered.push({ request, conversation: stated.name, asked: toolCalls.map(({ name }) => name), usage });
    return { text: toolCalls.length > 0 ? '' : 'Done.', toolCalls, usage: toChatUsage(usage) };
  };

  const say = (name: string, plan: Plan): string => JSON.stringify({ name, plan });

  beforeAll(async () => {
    config = join(mkdtempSync(join(tmpdir(), 'vitrine-config-')), 'vitrine.config.json');
    const price = { input: prices.input, cachedInput: prices.cached, output: prices.output };
    writeFileSync(config, JSON.stringify({ prices: { scripted: price } }));
    stage = await openStage({ store, files, script, environment: { VITRINE_CONFIG: config } });
    const { server } = stage;
    for (const name of [...Object.keys(plans), 'crashed'])
      conversations.set(name, await createConversation(server));
    const id = (name: string) => conversations.get(name) ?? '';
    await Promise.all(
      Object.entries(plans).map(([name, plan]) => ask(server, id(name), say(name, plan), 60_000)),
    );

    const crashed = say('crashed', [{ calls: [read('long.txt')] }, { calls: [waits, read('more.txt')] }]);
    const { runId } = await send(server, id('crashed'), crashed);
    await until('the call that waits', async () => {
      const started = ofType(await readEvents(server, id('crashed')), 'tool.execution_start');
      return started.some(({ data }) => data.toolName === waits.name);
    });
    await stage.restart('SIGKILL');
    const end = await untilFinished(stage.server, id('crashed'), runId, 60_000);
    expect(end.data.outcome).toBe('interrupted');
    await ask(stage.server, id('crashed'), say('crashed', [{ calls: [find('word 9')] }]), 60_000);
  });
  afterAll(async () => {
    await stage?.close();
    rmSync(join(config, '..'), { recursive: true });
  });

  test('every figure, wherever it is shown, is what the requests and the artifacts say', async () => {
    const calls = (
      await Promise.all([...conversations].map(([name, id]) => readCalls(stage, name, id)))
    ).flat();
    expect(calls.filter(({ recalled, success }) => recalled !== null && success)).toHaveLength(2);
    expect(calls.filter(({ success }) => !success).length).toBeGreaterThan(3);
    const same = (key: string) => () => key;
    const groupings: Record<string, Parameters<typeof recount>[2]> = {
      tool: (_, tool) => tool,
      conversation: (name) => conversations.get(name) ?? null,
      model: same('scripted'),
      source: same('built-in'),
      member: same('local'),
    };
    const totals = recount(answered, calls, same('all')).get('all') ?? noCount();
    expect(totals.unpricedSteps).toBeGreaterThan(0);
    expect(totals.netMicrodollars).not.toBeNull();
    for (const [groupBy, groupOf] of Object.entries(groupings)) {
      const report = await readReport(stage, groupBy);
      expect([groupBy, pick(report.totals)]).toEqual([groupBy, totals]);
      const groups = Object.fromEntries(report.groups.map((group) => [group.key, pick(group)]));
      expect(groups).toEqual(Object.fromEntries(recount(answered, calls, groupOf)));
    }
  });

  test('a text too long to be counted whole is estimated within a tenth, and marked', async () => {
    const [name, text] = [
      'long.log',
      numberedLines(150_000, (number) => `${number} GET /items/${number * 7} 200 in ${number % 97} ms`),
    ];
    writeFileSync(join(stage.workspace, name), text);
    await ask(stage.server, conversations.get('huge') ?? '', say('huge', [{ calls: [show(name)] }]), 60_000);
    const [row] = await readRows(stage, 'tool', show(name).name, 'call');
    const counted = tokensOf(text);
    expect(row).toMatchObject({ title: name, isEstimated: true });
    expect(Math.abs(Number(row?.fullTokens) - counted) / counted).toBeLessThan(0.1);
    expect((await readReport(stage, 'tool')).totals).toMatchObject({ estimatedCalls: 1 });
  });

  test('a backup beside the servers, restored, has the same figures', async () => {
    const folder = join(tempFolder(), 'backup');
    const restored = join(tempFolder(), 'data');
    const command = (dataDir: string, redisUrl: string | null, ...words: string[]) =>
      execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/vitrine.mjs'), ...words], {
        env: {
          ...process.env,
          ...{ VITRINE_DATA_DIR: dataDir, VITRINE_WORKSPACES: stage.workspace, REDIS_URL: redisUrl ?? '' },
        },
        encoding: 'utf8',
      });
    expect(command(stage.server.dataDir, stage.redisUrl, 'backup', folder)).toContain('of the ledger');
    expect(command(restored, null, 'restore', folder)).toContain(', as of 2');
    const { totals } = await readReport(stage, 'tool');
    const stores = openSqliteStores({ dataDir: restored, artifactTtlSeconds: 60, nowMs: Date.now });
    try {
      const entries = await stores.ledger.list('2000', '9999');
      expect(pick(sumSavings(entries, 'tool').totals)).toEqual(pick(totals));
    } finally {
      await stores.close();
    }
  });

  test('every group is the sum of its single entries', async () => {
    for (const by of ['tool', 'conversation', 'day', 'member']) {
      const { groups } = await readReport(stage, by);
      for (const group of groups) {
        const calls = await readRows(stage, by, group.key, 'call');
        const steps = await readRows(stage, by, group.key, 'step');
        const sum = (rows: Row[], name: string) => rows.reduce((all, row) => all + Number(row[name] ?? 0), 0);
        expect([
          by,
          group.key,
          calls.length,
          sum(calls, 'withheldTokens'),
          sum(calls, 'avoidedTokens'),
        ]).toEqual([by, group.key, group.calls, group.withheldTokens, group.avoidedTokens]);
        expect([by, group.key, sum(steps, 'netMicrodollars')]).toEqual([
          by,
          group.key,
          group.netMicrodollars ?? 0,
        ]);
        if (by !== 'tool') expect(steps).toHaveLength(group.steps);
      }
    }
  });
});

/** Not the same twice: of some steps nothing, of some what cannot be. */
function reported(index: number): Answered['usage'] {
  if (index % 7 === 3) return null;
  if (index % 11 === 5) return { input: -5, cached: 0, output: 1 };
  return { input: 9_001 + 7 * index, cached: index % 2 === 0 ? 4_003 : 0, output: 20 + index };
}

const toChatUsage = (usage: Answered['usage']): ChatUsage | null =>
  usage && {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
  };

/** `$last`: what the last result points to. */
function withArtifact(call: Planned, { body }: RecordedRequest): Planned {
  if (call.arguments.artifactId !== '$last') return call;
  const results = (body.messages as { role: string; content: string }[]).filter(
    ({ role }) => role === 'tool',
  );
  const artifactId = results
    .map(({ content }) => /art_[a-z2-7]{26}/.exec(content)?.[0])
    .findLast((id) => id !== undefined);
  return { ...call, arguments: { ...call.arguments, artifactId } };
}

async function readCalls({ server }: Stage, conversation: string, id: string): Promise<LoggedCall[]> {
  const events = await readEvents(server, id);
  const requested = new Map(
    ofType(events, 'assistant.message').flatMap(({ data }) =>
      (data.toolRequests ?? []).map((request) => [request.toolCallId, request] as const),
    ),
  );
  return await Promise.all(
    ofType(events, 'tool.execution_complete').map(async ({ data }) => {
      const { toolCallId, success, toolTelemetry, result } = data;
      const { name = '', arguments: input } = requested.get(toolCallId) ?? {};
      const { artifactId } = toolTelemetry;
      const recalled =
        success && name === 'recall_output' ? String((input as Planned['arguments']).artifactId) : null;
      const view = result?.content ?? '';
      return {
        id: toolCallId,
        conversation,
        tool: name,
        success,
        view,
        full: success ? await readText(server, artifactId, view) : null,
        artifactId,
        recalled,
      };
    }),
  );
}

/** What people get; of bytes that are no text there is none. */
async function readText(
  server: Stage['server'],
  artifactId: string | null,
  view: string,
): Promise<string | null> {
  if (artifactId === null) return view;
  const { metadata } = await (await server.request(`/api/artifacts/${artifactId}?format=json`)).json();
  if (metadata.type === 'binary') return null;
  return await (await server.request(`/api/artifacts/${artifactId}`)).text();
}

type Row = Record<string, unknown>;
type Group = Recount & { key: string };

const pick = (figures: Recount): Recount =>
  Object.fromEntries(Object.keys(noCount()).map((name) => [name, figures[name as keyof Recount]])) as Recount;

async function readReport({ server }: Stage, groupBy: string): Promise<{ totals: Recount; groups: Group[] }> {
  return await (await server.request(`/api/savings?groupBy=${groupBy}`)).json();
}

/** All of them, page by page. */
async function readRows({ server }: Stage, by: string, key: string, kind: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const asked = new URLSearchParams({ by, key, kind, limit: '3', ...(cursor === '' ? {} : { cursor }) });
    const page: { entries: Row[]; cursor: string | null } = await (
      await server.request(`/api/savings/calls?${asked}`)
    ).json();
    rows.push(...page.entries);
    cursor = page.cursor;
  }
  return rows;
}
