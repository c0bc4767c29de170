import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { limits } from '#lib/core/limits.ts';
import { durableEvent, ephemeralEvent } from '#lib/core/vocabulary/events.ts';
import type { CallEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { sumSavings } from '#lib/core/vocabulary/ledger/savings.ts';
import { openLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { endRun } from '#lib/runs/end-run.ts';
import { createServices, type Services } from '#lib/services.ts';
import { newId, sampleEntry } from '../contracts/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

let services: Services;
beforeEach(() => {
  services = createServices(
    readConfig({
      VITRINE_DATA_DIR: tempFolder(),
      VITRINE_WORKSPACES: import.meta.dirname,
      LOG_LEVEL: 'silent',
      VITRINE_EXEC: 'off',
    }),
  );
});
afterEach(async () => await services.shutDown());

const always = ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'] as const;

test('what a process that is gone left behind is looked for within 20 seconds', () => {
  // Its lease ends first, and then another process looks.
  expect(limits.leaseMs + limits.takeoverCheckMs).toBeLessThanOrEqual(20_000);
});

/** A run whose process ended while a tool was running. Returns a function that ends the run as the next process does. */
async function leftBehind() {
  const conversation = await createConversation(services, services.localMember, {});
  const { events, leases } = services.stores;
  const runId = newId('run');
  const [token, messageId] = [newId('run'), newId('msg')];
  await leases.acquire(conversation.id, token, 60_000);
  const now = new Date().toISOString();
  const call = { toolCallId: 'call-1', name: 'read_file', arguments: { path: 'a.txt' } };
  await events.append(conversation.id, [
    durableEvent(
      'user.message',
      { messageId, runId, content: 'go', author: services.localMember, attachments: [] },
      now,
    ),
    durableEvent('run.started', { runId, messageId, model: 'demo' }, now),
    durableEvent('assistant.message', { messageId: newId('msg'), content: '', toolRequests: [call] }, now),
    durableEvent(
      'tool.execution_start',
      { toolCallId: 'call-1', toolName: 'read_file', arguments: call.arguments },
      now,
    ),
  ]);
  const end = async () => {
    const log = await openLog(events, conversation.id, token);
    await endRun(services, { log, conversation }, runId, 'interrupted', null);
  };
  const recorded: CallEntry = sampleEntry({
    id: `${runId}:call-1`,
    runId,
    toolCallId: 'call-1',
    toolName: 'read_file',
    conversationId: conversation.id,
    recalledTool: 'grep_file',
  });
  return { end, recorded, conversation, runId };
}

const totals = async () => sumSavings(await services.stores.ledger.list(...always), 'tool').totals;

test('a call orphaned by its process counts as failed', async () => {
  const { end } = await leftBehind();
  await end();
  expect(await totals()).toMatchObject({ calls: 1, failedCalls: 1, fullTokens: 0, avoidedTokens: 0 });
});

test('a recorded call that was never announced is reversed, once, including its recall', async () => {
  const { end, recorded } = await leftBehind();
  await services.stores.ledger.record(recorded);
  expect(await totals()).toMatchObject({ calls: 1, failedCalls: 0, avoidedTokens: 900, recalls: 1 });
  await end();
  await end();
  const nothing = { calls: 1, failedCalls: 1, fullTokens: 0, sentTokens: 0, avoidedTokens: 0, recalls: 0 };
  expect(await totals()).toMatchObject(nothing);
  const sums = await services.stores.ledger.sums('tool', '2000-01-01', '2100-01-01');
  expect(
    sums.map(({ key, sums: { calls, fullTokens, recalls } }) => [key, calls, fullTokens, recalls]),
  ).toEqual([
    ['grep_file', 0, 0, 0],
    ['read_file', 1, 0, 0],
  ]);
});

test('an answer interrupted by the end of its process is recorded as one step with unknown cost', async () => {
  const { end, conversation, runId } = await leftBehind();
  const half = { messageId: newId('msg'), deltaContent: 'It is', offset: 0 };
  await services.stores.events.appendLive(conversation.id, [
    ephemeralEvent('assistant.message_delta', half, new Date().toISOString()),
  ]);
  await end();
  await end();
  expect(await totals()).toMatchObject({
    steps: 1,
    unpricedSteps: 1,
    inputTokens: 0,
    costMicrodollars: null,
  });
  expect(await services.stores.ledger.get(`${runId}:${half.messageId}`)).toMatchObject({ kind: 'step' });
});

test('a process that returns late cannot record the orphaned call', async () => {
  const { end, recorded } = await leftBehind();
  await end();
  expect(await services.stores.ledger.record(recorded)).toBe(false);
  expect(await totals()).toMatchObject({ calls: 1, failedCalls: 1, fullTokens: 0 });
});
