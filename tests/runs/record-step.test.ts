import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { limits } from '#lib/core/limits.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { CallEntry, StepEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createRunner } from '#lib/runs/runner.ts';
import { createServices, type Services } from '#lib/services.ts';
import { tools } from '#lib/tools/tools.ts';
import { until } from '../support/conversations.ts';
import { type ScriptedCall, scriptedModel } from '../support/scripted-model.ts';
import { scriptedModels } from '../support/scripted-models.ts';

let folder: string;
let services: Services;
let conversation: Conversation;
const price = { input: 1_000_000, cachedInput: 100_000, cacheWrite: null, output: 4_000_000 };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-steps-'));
  writeFileSync(join(folder, 'long.txt'), 'a line of words\n'.repeat(4_000));
  writeFileSync(join(folder, 'short.txt'), 'short\n');
  services = createServices(
    readConfig({
      VITRINE_DATA_DIR: `${folder}-data`,
      VITRINE_WORKSPACES: folder,
      LOG_LEVEL: 'silent',
      VITRINE_EXEC: 'off',
    }),
  );
  conversation = await createConversation(services, services.localMember, {});
});
afterEach(async () => {
  await services.shutDown();
  rmSync(folder, { recursive: true });
  rmSync(`${folder}-data`, { recursive: true });
});

/** Runs a script to its end; returns the ledger entries. */
async function recorded(steps: ScriptedCall[][], usage?: object) {
  const runner = createRunner({
    ...services,
    isTeam: false,
    readTools: async () => tools,
    models: scriptedModels(scriptedModel(steps, usage).model),
    priceOf: () => price,
    readLifetime: async () => 60,
    pasteTokens: 2_000,
    knownSecrets: [],
    workspaceOf: async () => services.workspaces.configured[0] ?? null,
    readMediaTitle: async () => null,
    onStorageFailure: () => undefined,
    onSplitFault: () => undefined,
    onError: () => undefined,
  });
  const author = { id: 'local', name: 'me' };
  await runner.submit(conversation, { text: 'go', author, attachments: [], interrupt: false });
  await until('the end', async () => {
    const { runs } = await stateFromLog(services.stores.events, conversation.id);
    return Object.values(runs).every(({ status }) => status !== 'queued' && status !== 'running');
  });
  const entries = await services.stores.ledger.list('2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
  return {
    calls: entries.filter((entry): entry is CallEntry => entry.kind === 'call'),
    steps: entries.filter((entry): entry is StepEntry => entry.kind === 'step'),
  };
}

const read = (path: string): ScriptedCall => ({ name: 'read_file', input: { path } });

test('each model call is recorded once, with the earlier results it carried', async () => {
  const { calls, steps } = await recorded([[read('long.txt')], [read('short.txt')]]);
  expect(steps).toHaveLength(3);
  const [long] = calls;
  const avoidedTokens = Math.min(long?.fullTokens ?? 0, limits.admittedTokens) - (long?.sentTokens ?? 0);
  expect(avoidedTokens).toBeGreaterThan(10_000);
  const carried = [{ toolName: 'read_file', avoidedTokens, recallTokens: 0 }];
  // A result passed in full saves nothing, and is not carried as if it did.
  expect(steps.map((step) => step.carried)).toEqual([[], carried, carried]);
  expect(steps.every((step) => step.overheadTokens > 50 && !step.isRecall)).toBe(true);
  expect(steps[0]).toMatchObject({
    model: 'scripted',
    price,
    usage: { inputTokens: 1, cacheReadTokens: 0, outputTokens: 1, reasoningTokens: 0 },
  });
  expect(new Set(steps.map(({ id }) => id)).size).toBe(3);
  const counted = steps.map(({ countedTokens }) => countedTokens ?? 0);
  expect(counted[0]).toBeGreaterThan(steps[0]?.overheadTokens ?? 0);
  // Each later step carries at least the view before it.
  expect((counted[1] ?? 0) - (counted[0] ?? 0)).toBeGreaterThan(long?.sentTokens ?? 0);
  expect(counted[2]).toBeGreaterThan(counted[1] ?? 0);
});

test('a step that only recalls is marked as such, and what it added counts against the tool whose result was recalled', async () => {
  const first = await recorded([[read('long.txt')]]);
  const artifactId = first.calls[0]?.artifactId ?? '';
  const recall = { name: 'recall_output', input: { artifactId, lines: '10-20' } };
  const { calls, steps } = await recorded([[recall]]);
  const added = calls.at(-1)?.sentTokens;
  expect(added).toBeGreaterThan(20);
  const [, , asking, after] = steps;
  expect(asking).toMatchObject({ isRecall: true, carried: [{ recallTokens: 0 }] });
  expect(after).toMatchObject({ isRecall: false, carried: [{ toolName: 'read_file', recallTokens: added }] });
});

test('missing, negative or absurd usage is recorded as unknown', async () => {
  const usage = {
    inputTokens: { total: -5, noCache: undefined, cacheRead: 7, cacheWrite: undefined },
    outputTokens: { total: 1e15, text: undefined, reasoning: undefined },
  };
  const { steps } = await recorded([], usage);
  expect(steps.map((step) => step.usage)).toEqual([
    {
      inputTokens: null,
      cacheReadTokens: 7,
      cacheWriteTokens: null,
      outputTokens: null,
      reasoningTokens: null,
    },
  ]);
});

test('calls that never ran are recorded too, and save nothing', async () => {
  const { calls, steps } = await recorded([[{ name: 'no_such_tool', input: {} }, read('short.txt')]]);
  expect(calls.map(({ toolName, success, fullTokens }) => [toolName, success, fullTokens])).toEqual([
    ['no_such_tool', false, null],
    ['read_file', true, calls[1]?.sentTokens],
  ]);
  // The first model call requested both.
  expect(calls.map(({ stepId }) => stepId)).toEqual([steps[0]?.id, steps[0]?.id]);
});
