import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { stateFromLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createServices } from '#lib/services.ts';
import { until } from '../support/conversations.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const folder = tempFolder();
const functions = Array.from(
  { length: 400 },
  (_, at) => `export function computeNumber${at}(first: number): number {\n  return first + ${at};\n}\n`,
);
const files = Object.fromEntries(
  Array.from({ length: 400 }, (_, at) => [`workspace/parts/part-${at}-of-many.txt`, 'x\n']),
);
writeFiles(folder, { 'workspace/lib/numbers.ts': functions.join(''), ...files });
const services = createServices(
  readConfig({
    INIT_CWD: folder,
    VITRINE_WORKSPACES: 'workspace',
    VITRINE_DATA_DIR: join(folder, 'data'),
    VITRINE_EXEC: 'off',
    LOG_LEVEL: 'silent',
  }),
);
afterAll(() => services.shutDown());
const author = { id: 'local', name: 'me' };

/** Sends the text to the offline model. Returns what the log and the ledger have of its last call. */
async function callOf(text: string, conversation = createConversation(services, services.localMember, {})) {
  const { id } = await conversation;
  const { runId } = await services.runner.submit(await conversation, {
    text,
    author,
    attachments: [],
    interrupt: false,
  });
  const state = await until('the end', async () => {
    const now = await stateFromLog(services.stores.events, id);
    return now.runs[runId]?.finishedAt ? now : null;
  });
  const telemetry = Object.values(state.toolCalls).at(-1)?.result?.toolTelemetry;
  const entries = await services.stores.ledger.list('2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
  const entry = entries.filter((one) => one.kind === 'call' && one.conversationId === id).at(-1);
  if (!telemetry || entry?.kind !== 'call') throw new Error('no tool was called');
  return { telemetry, entry };
}

const widenings = () => services.viewBudgets.listWidenings();

test('views of a kind that is often recalled get more room, other kinds do not, until an undo', async () => {
  await services.stores.settings.change({ widening: true });
  const conversation = createConversation(services, services.localMember, {});
  const first = await callOf('read lib/numbers.ts', conversation);
  const { summarizer, artifactId, sentTokens } = first.telemetry;
  expect(first.telemetry.widenedTokens).toBeUndefined();
  expect(first.entry.widenedTokens).toBeNull();
  for (let call = 1; call < 20; call += 1) await callOf('read lib/numbers.ts');
  expect(await widenings()).toEqual([]);

  // Recalls of the real tool: the fourth of 20 calls exceeds 15%.
  for (const lines of ['5-9', '30-40', '90-99', '200-210']) {
    expect(await widenings()).toEqual([]);
    await callOf(`recall ${artifactId} ${lines}`, conversation);
  }
  const [widening] = await until('the widening', async () => {
    const now = await widenings();
    return now.length > 0 ? now : null;
  });
  expect(widening).toMatchObject({ toolName: 'read_file', summarizer, fromTokens: 400, toTokens: 600 });

  const wide = await callOf('read lib/numbers.ts');
  expect(wide.telemetry).toMatchObject({ summarizer, widenedTokens: 600 });
  expect(wide.telemetry.sentTokens).toBeGreaterThan(sentTokens);
  expect(wide.entry).toMatchObject({ level: 'balanced', widenedTokens: 600 });
  const listing = await callOf('list parts');
  expect(listing.telemetry.relation).toBe('summary');
  expect(listing.telemetry.widenedTokens).toBeUndefined();
  expect(listing.entry.widenedTokens).toBeNull();

  await services.viewBudgets.undo(1, author);
  const back = await callOf('read lib/numbers.ts');
  expect(back.telemetry.widenedTokens).toBeUndefined();
  expect(Math.abs(back.telemetry.sentTokens - sentTokens)).toBeLessThan(10);
  expect(await widenings()).toMatchObject([{ undone: { by: author } }]);
});
