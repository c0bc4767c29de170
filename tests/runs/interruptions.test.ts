import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { VitrineError } from '#lib/core/errors.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import { type StoreFault, storeFaultText } from '#lib/core/vocabulary/store-fault.ts';
import { readLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createRunner, type Runner } from '#lib/runs/runner.ts';
import { createServices, type Services } from '#lib/services.ts';
import { tools } from '#lib/tools/tools.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { scriptedModels } from '../support/scripted-models.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let services: Services;
let conversation: Conversation;
/** The current fault of the store. */
let fault: StoreFault | null = null;
const heard: StoreFault[] = [];
const author = { id: 'local', name: 'me' };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-interruptions-'));
  services = createServices(
    readConfig({
      VITRINE_DATA_DIR: join(folder, 'data'),
      VITRINE_WORKSPACES: import.meta.dirname,
      LOG_LEVEL: 'silent',
      VITRINE_EXEC: 'off',
    }),
  );
  conversation = await createConversation(services, services.localMember, {});
  heard.length = 0;
});
afterEach(async () => {
  fault = null;
  await services.shutDown();
  rmSync(folder, { recursive: true });
});

/** Rejects every write of a started run while `fault` is set. */
const faulty = (): Services['stores'] => {
  const { stores } = services;
  return {
    ...stores,
    events: {
      ...stores.events,
      async append(...what) {
        const isBeginning = what[1][0]?.type === 'run.started';
        if (fault !== null && what[2]?.leaseToken !== undefined && !isBeginning) {
          throw new VitrineError('storage_unavailable', storeFaultText[fault]);
        }
        return await stores.events.append(...what);
      },
    },
  };
};

function newRunner(storePatienceMs: number): Runner {
  const { model } = scriptedModel([[{ name: 'list_files', input: { path: '' } }]]);
  return createRunner({
    ...services,
    stores: faulty(),
    isTeam: false,
    readTools: async () => tools,
    models: scriptedModels(model),
    readLifetime: async () => 60,
    pasteTokens: 2_000,
    knownSecrets: [],
    workspaceOf: async () => services.workspaces.configured[0] ?? null,
    readMediaTitle: async () => null,
    storePatienceMs,
    onStoreFault: (found) => heard.push(found),
    onStorageFailure: () => {},
    onSplitFault: () => {},
    onError: () => {},
  });
}

const lastEnd = async () =>
  (await readLog(services.stores.events, conversation.id)).findLast(({ type }) => type === 'run.finished')
    ?.data;

const say = (runner: Runner) =>
  runner.submit(conversation, { text: 'go', author, attachments: [], interrupt: false });

const faultIsNoticed = () =>
  vi.waitFor(() => expect(heard).toContain(fault), { timeout: 10_000, interval: 20 });

test('a store that is away for less than the patience does not affect the run', async () => {
  const runner = newRunner(30_000);
  fault = 'away';
  await say(runner);
  await faultIsNoticed();
  fault = null;
  await vi.waitFor(async () => expect(await lastEnd()).toMatchObject({ outcome: 'completed' }), 10_000);
  await runner.drain();
});

test.each([
  ['away', 'store_away', /^The storage did not answer for too long/],
  ['full', 'store_full', /^The storage is full/],
] as const)('a run that the store ended (%s) says so', async (found, code, text) => {
  const runner = newRunner(300);
  fault = found;
  await say(runner);
  await faultIsNoticed();
  // The patience ends, and then the store is back.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  fault = null;
  runner.wake(conversation.id);
  await vi.waitFor(
    async () =>
      expect(await lastEnd()).toMatchObject({
        outcome: 'interrupted',
        error: { code, message: expect.stringMatching(text) },
      }),
    10_000,
  );
  await runner.drain();
});

test.each([
  ['server_ended', -60_000],
  ['lease_lost', 60_000],
] as const)('a run whose process died says why: %s', async (code, startedAfterMs) => {
  const { events } = services.stores;
  const runner = newRunner(300);
  const timestamp = new Date(Date.now() + startedAfterMs).toISOString();
  const queued = { messageId: 'msg_a', runId: 'run_a', content: 'go', author, attachments: [] };
  await events.append(conversation.id, [
    durableEvent('user.message', queued, timestamp),
    durableEvent('run.started', { runId: 'run_a', messageId: 'msg_a', model: 'scripted' }, timestamp),
  ]);
  runner.wake(conversation.id);
  await vi.waitFor(
    async () => expect(await lastEnd()).toMatchObject({ outcome: 'interrupted', error: { code } }),
    10_000,
  );
  await runner.drain();
});
