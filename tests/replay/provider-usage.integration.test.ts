import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { recountReplay } from '#lib/replay/recount-replay.ts';
import { facts } from '#lib/replay/repository/facts.ts';
import { createReplayFiles } from '#lib/stores/replay-files.ts';
import { planReplay } from '#scripts/replay/plan-replay.ts';
import { runReplay } from '#scripts/replay/run-replay.ts';
import { type OpenAiServer, type RecordedRequest, startOpenAiServer } from '../support/openai-server.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

/** As a provider bills it: more input the more it is sent, part of it from its cache. */
const usageOf = ({ raw }: RecordedRequest) => ({
  prompt_tokens: Math.ceil(raw.length / 3),
  completion_tokens: 20,
  prompt_tokens_details: { cached_tokens: Math.floor(raw.length / 6) },
});
const prices = { input: 2, cachedInput: 0.5, output: 8 };

let server: OpenAiServer;
let reports: (request: RecordedRequest) => ReturnType<typeof usageOf> | null = usageOf;
let answers = true;
beforeAll(async () => {
  server = await startOpenAiServer((request) => {
    if (!answers) return { status: 401 };
    const messages = request.body.messages as { role: string; content: string }[];
    const read = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    const usage = reports(request);
    const found = new RegExp(`${facts.shipment}","carrier":"([^"]+)`).exec(read.join('\n'))?.[1];
    if (found) return { text: `${facts.shipment} is with ${found}.`, usage };
    if (read.length === 0) {
      return { toolCalls: [{ name: 'read_file', arguments: { path: 'data/shipments.json' } }], usage };
    }
    const artifactId = /art_[a-z2-7]{26}/.exec(read.join('\n'))?.[0];
    return {
      toolCalls: [{ name: 'recall_output', arguments: { artifactId, query: facts.shipment } }],
      usage,
    };
  });
});
afterAll(async () => await server.close());

async function replayed(what = 'read-json-answer') {
  const current = tempFolder();
  writeFiles(current, {
    'vitrine.config.json': JSON.stringify({ prices: { scripted: prices } }),
  });
  const dataDir = tempFolder();
  const config = readConfig({
    ...{ VITRINE_DATA_DIR: dataDir, VITRINE_WORKSPACES: tempFolder(), LOG_LEVEL: 'silent' },
    ...{ OPENAI_BASE_URL: server.url, VITRINE_MODEL: 'scripted', INIT_CWD: current },
  });
  server.requests.length = 0;
  const files = createReplayFiles(dataDir);
  return { replay: await runReplay(config, planReplay([what], current), files), files };
}

test('figures are the provider’s own, and can be counted again from the raw runs', async () => {
  reports = usageOf;
  const { replay, files } = await replayed();
  const sides = replay.tasks[0]?.rounds[0];
  expect([sides?.on.check, sides?.off.check]).toEqual(['passed', 'passed']);
  expect(replay).toMatchObject({ model: 'scripted', isOffline: false, price: { input: 2_000_000 } });
  // The goal alone is said, and only the side with the split has a tool to recall.
  const canRecall = ({ body }: RecordedRequest) => JSON.stringify(body.tools).includes('recall_output');
  const [on, off] = [server.requests.filter(canRecall), server.requests.filter((one) => !canRecall(one))];
  for (const request of off) expect(request.raw).not.toContain('recall_output');
  expect([on.length, off.length]).toEqual([sides?.on.steps, sides?.off.steps]);
  for (const [side, requests] of [
    [sides?.on, on],
    [sides?.off, off],
  ] as const) {
    const usages = requests.map(usageOf);
    expect(side).toMatchObject({
      inputTokens: usages.reduce((sum, usage) => sum + usage.prompt_tokens, 0),
      cacheReadTokens: usages.reduce((sum, usage) => sum + usage.prompt_tokens_details.cached_tokens, 0),
      outputTokens: 20 * requests.length,
      isEstimated: false,
      costMicrodollars: usages.reduce((sum, usage) => {
        const cached = usage.prompt_tokens_details.cached_tokens;
        return sum + (usage.prompt_tokens - cached) * 2 + Math.round(cached * 0.5) + 160;
      }, 0),
    });
  }
  expect(sides?.on).toMatchObject({ recalls: 1, steps: 3 });
  expect(sides?.off).toMatchObject({ recalls: 0, steps: 2 });
  expect(sides?.on.inputTokens).toBeLessThan(sides?.off.inputTokens ?? 0);
  expect(sides?.on.costMicrodollars).toBeLessThan(sides?.off.costMicrodollars ?? 0);
  const { runs } = await recountReplay(replay, files.readRun);
  expect(runs).toEqual([
    { task: 'read-json-answer', round: 1, split: 'on', differences: [] },
    { task: 'read-json-answer', round: 1, split: 'off', differences: [] },
  ]);
});

test('a figure that was changed afterwards is found', async () => {
  const { replay, files } = await replayed();
  const [task] = replay.tasks;
  const [round] = task?.rounds ?? [];
  if (!task || !round) throw new Error('it was not run');
  const stated = round.on.inputTokens;
  const flattered = { ...task, rounds: [{ ...round, on: { ...round.on, inputTokens: 7 } }] };
  const { runs } = await recountReplay({ ...replay, tasks: [flattered] }, files.readRun);
  expect(runs[0]?.differences).toEqual([{ figure: 'inputTokens', stored: 7, recounted: stated }]);
  const lost = await recountReplay(replay, async () => null);
  expect(lost.runs.map(({ differences }) => differences)).toEqual([null, null]);
});

test('what a provider does not report, or cannot be true, is counted here and marked', async () => {
  for (const usage of [
    () => null,
    () => ({ prompt_tokens: -5, completion_tokens: 1e12, prompt_tokens_details: { cached_tokens: 3 } }),
  ]) {
    reports = usage;
    const { replay, files } = await replayed();
    const on = replay.tasks[0]?.rounds[0]?.on;
    expect(on).toMatchObject({ isEstimated: true, costMicrodollars: null, check: 'passed' });
    const ofOn = server.requests.filter(({ raw }) => raw.includes('recall_output'));
    const sent = JSON.stringify(ofOn.map(({ body }) => body.messages));
    // Some four characters a token, tools besides.
    expect(on?.inputTokens).toBeGreaterThan(sent.length / 8);
    expect((await recountReplay(replay, files.readRun)).runs.map(({ differences }) => differences)).toEqual([
      [],
      [],
    ]);
  }
  reports = usageOf;
});

test('a model that does not answer ends it in one sentence', async () => {
  answers = false;
  await expect(replayed()).rejects.toThrow('The model server refused the key (401). Check OPENAI_API_KEY.');
  answers = true;
});

test('the task that a model does not do is reported as failed', async () => {
  const { replay } = await replayed('version-in-lock-file');
  expect(replay.tasks[0]?.rounds[0]?.on).toMatchObject({
    check: 'failed',
    problem: expect.stringContaining(`${facts.package}@${facts.packageVersion}`),
  });
});

test('rounds are run by the seed, each with both sides, and a provider’s cache is seen in what repeats', async () => {
  const current = tempFolder();
  const dataDir = tempFolder();
  const config = readConfig({
    ...{ VITRINE_DATA_DIR: dataDir, VITRINE_WORKSPACES: tempFolder(), LOG_LEVEL: 'silent' },
    ...{ OPENAI_BASE_URL: server.url, VITRINE_MODEL: 'scripted', INIT_CWD: current },
  });
  const files = createReplayFiles(dataDir);
  const orderOf = async (seed: string) => {
    server.requests.length = 0;
    const plan = planReplay(['read-json-answer', '-n', '3', '--seed', seed], current);
    const replay = await runReplay(config, plan, files);
    expect(replay.tasks[0]?.rounds.map(({ round }) => round)).toEqual([1, 2, 3]);
    for (const { on, off } of replay.tasks[0]?.rounds ?? []) {
      for (const { repeatedTokens, inputTokens, definitionTokens } of [on, off]) {
        expect(repeatedTokens).toBeGreaterThan((definitionTokens ?? 0) / 3);
        expect(repeatedTokens).toBeLessThan(inputTokens);
      }
      expect((on.definitionTokens ?? 0) / on.steps).toBeGreaterThan((off.definitionTokens ?? 0) / off.steps);
    }
    const { runs } = await recountReplay(replay, files.readRun);
    expect(runs.map(({ differences }) => differences)).toEqual(Array.from({ length: 6 }, () => []));
    return server.requests.map(({ raw }) => (raw.includes('recall_output') ? 'on' : 'off')).join(' ');
  };
  const orders = [await orderOf('1'), await orderOf('1'), await orderOf('2'), await orderOf('3')];
  expect(orders[0]).toBe(orders[1]);
  expect(new Set(orders).size).toBeGreaterThan(1);
});

test('a language model makes its own mistakes', async () => {
  const current = tempFolder();
  const config = readConfig({
    ...{ VITRINE_DATA_DIR: tempFolder(), VITRINE_WORKSPACES: tempFolder(), LOG_LEVEL: 'silent' },
    ...{ OPENAI_BASE_URL: server.url, VITRINE_MODEL: 'scripted', INIT_CWD: current },
  });
  const plan = planReplay(['read-json-answer', '--mistakes'], current);
  await expect(runReplay(config, plan, createReplayFiles(tempFolder()))).rejects.toThrow(
    '--mistakes is for the offline model',
  );
});
