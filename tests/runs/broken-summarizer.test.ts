import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createRunner } from '#lib/runs/runner.ts';
import { createServices } from '#lib/services.ts';
import type { Summarizer } from '#lib/split/summarizer.ts';
import { summarizers } from '#lib/split/summarizers.ts';
import { tools } from '#lib/tools/tools.ts';
import { until } from '../support/conversations.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { scriptedModels } from '../support/scripted-models.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

const log = Array.from(
  { length: 3_000 },
  (_, index) => `2026-11-22 10:00:${String(index % 60).padStart(2, '0')} INFO order ${index} stored\n`,
).join('');
const folder = tempFolder();
writeFiles(folder, { 'app.log': log });
const services = createServices(
  readConfig({
    VITRINE_DATA_DIR: tempFolder(),
    VITRINE_WORKSPACES: folder,
    LOG_LEVEL: 'silent',
    VITRINE_EXEC: 'off',
  }),
);
afterAll(() => services.shutDown());
afterEach(() => void vi.restoreAllMocks());

/** The summarizer for logs that make up the whole result. */
function ofLogs(): Summarizer {
  const found = summarizers.find(({ kind, covers }) => kind === 'log' && covers === 'all');
  if (!found) throw new Error('nothing reads logs');
  return found;
}

/** Has a model read the log and answer. Returns what the model was sent of it, the call's event and the logged errors. */
async function readTheLog() {
  const { model, prompts } = scriptedModel([[{ name: 'read_file', input: { path: 'app.log' } }]]);
  const faults: unknown[] = [];
  const errors: unknown[] = [];
  const runner = createRunner({
    ...services,
    isTeam: false,
    readTools: async () => tools,
    models: scriptedModels(model),
    readLifetime: async () => 1_800,
    pasteTokens: 2_000,
    knownSecrets: [],
    readMediaTitle: async () => null,
    workspaceOf: async () => services.workspaces.configured[0] ?? null,
    onStorageFailure: (error) => errors.push(error),
    onSplitFault: (error) => faults.push(error),
    onError: (error) => errors.push(error),
  });
  const conversation = await createConversation(services, services.localMember, {});
  const author = { id: 'local', name: 'me' };
  await runner.submit(conversation, { text: 'look', author, attachments: [], interrupt: false });
  const events = () => readLog(services.stores.events, conversation.id);
  await until('the end', async () => (await events()).some(({ type }) => type === 'run.finished'));
  await runner.drain();
  expect(errors).toEqual([]);
  const parts = await events();
  const outcomes = parts.flatMap((event) => (event.type === 'run.finished' ? [event.data.outcome] : []));
  const [call] = parts.flatMap((event) => (event.type === 'tool.execution_complete' ? [event.data] : []));
  const sent = prompts.at(-1)?.findLast(({ role }) => role === 'tool');
  return { faults, outcomes, call, sent: JSON.stringify(sent?.content ?? null) };
}

test('a log is summarized by the log summarizer if nothing is broken', async () => {
  const { faults, call } = await readTheLog();
  expect([faults, call?.toolTelemetry.summarizer]).toEqual([[], 'log']);
});

const broken = new Error('broken');
const fail = () => {
  throw broken;
};
const breaks: Record<string, (summarizer: Summarizer) => void> = {
  'is asked': (summarizer) => void vi.spyOn(summarizer, 'recognise').mockImplementation(fail),
  reads: (summarizer) =>
    void vi.spyOn(summarizer, 'read').mockReturnValue({ line: fail, finish: () => null }),
  'tells what it found': (summarizer) => void vi.spyOn(summarizer, 'read').mockReturnValue({ finish: fail }),
};

test.each(Object.keys(breaks))(
  'a summarizer that throws as it %s loses no result: the model reads another view, people read everything, and the fault is logged',
  async (when) => {
    breaks[when]?.(ofLogs());
    const { faults, outcomes, call, sent } = await readTheLog();
    expect(faults).toEqual([broken]);
    expect(outcomes).toEqual(['completed']);
    expect(call).toMatchObject({ success: true, toolTelemetry: { relation: 'summary', lineCount: 3_000 } });
    const view = call?.result?.content ?? '';
    const artifactId = call?.toolTelemetry.artifactId ?? '';
    expect(call?.toolTelemetry.summarizer).not.toBe('log');
    expect(view).toMatch(/^app\.log: 3,000 lines/);
    expect(view).toContain(artifactId);
    expect(sent).toContain(JSON.stringify(view).slice(1, -1));
    expect(sent).not.toContain('broken');
    const bytes = await services.stores.artifacts.readBytes(artifactId, 0, log.length);
    expect(Buffer.from(bytes ?? []).toString()).toBe(log);
  },
);
