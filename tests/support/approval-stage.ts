import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { blockedReasonOf } from '#lib/core/conversation/permissions.ts';
import { type ChosenApprovals, resolveApprovals } from '#lib/core/vocabulary/tools/approval.ts';
import { readLog, stateFromLog } from '#lib/runs/conversation-log.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createRunner, type Runner } from '#lib/runs/runner.ts';
import type { RunnerOptions } from '#lib/runs/runner-options.ts';
import { createServices } from '#lib/services.ts';
import { tools } from '#lib/tools/tools.ts';
import { until } from './conversations.ts';
import type { ScriptedCall, scriptedModel } from './scripted-model.ts';
import { scriptedModels } from './scripted-models.ts';

type ScriptedModel = ReturnType<typeof scriptedModel>;
export type ApprovalStage = Awaited<ReturnType<typeof openApprovalStage>>;

export const ada = { id: 'mem_ada', name: 'Ada' };
export const bob = { id: 'mem_bob', name: 'Bob' };
export const read: ScriptedCall = { name: 'read_file', input: { path: 'notes.txt' } };
export const create = (path: string): ScriptedCall => ({
  name: 'create_file',
  input: { path, content: 'made\n' },
});

/** A conversation in a workspace of its own, a policy that a test sets, and runners that a scripted model drives. */
export async function openApprovalStage() {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-approvals-'));
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'notes.txt'), 'one\n');
  const services = createServices(
    readConfig({
      VITRINE_DATA_DIR: join(folder, 'data'),
      VITRINE_WORKSPACES: workspace,
      LOG_LEVEL: 'silent',
      VITRINE_EXEC: 'off',
    }),
  );
  const conversation = await createConversation(services, services.localMember, {});
  const errors: unknown[] = [];
  const hold = (error: unknown) => errors.push(error);
  let approvals = resolveApprovals({}, {});
  const readApprovals = async () => approvals;

  const events = () => readLog(services.stores.events, conversation.id);
  const state = () => stateFromLog(services.stores.events, conversation.id);
  const requests = async () =>
    (await events()).flatMap((event) => (event.type === 'permission.requested' ? [event.data] : []));
  const outcomes = async () =>
    (await events()).flatMap((event) => (event.type === 'run.finished' ? [event.data.outcome] : []));

  return {
    services,
    conversation,
    workspace,
    events,
    state,
    requests,
    outcomes,
    readApprovals,
    policy(chosen: ChosenApprovals) {
      approvals = resolveApprovals(chosen, {});
    },
    runnerFor: ({ model }: ScriptedModel, others: Partial<RunnerOptions> = {}): Runner =>
      createRunner({
        ...services,
        isTeam: true,
        readTools: async () => tools,
        models: scriptedModels(model),
        readApprovals,
        readLifetime: async () => 60,
        pasteTokens: 2_000,
        knownSecrets: [],
        workspaceOf: async () => services.workspaces.configured[0] ?? null,
        readMediaTitle: async () => null,
        onStorageFailure: hold,
        onSplitFault: hold,
        onError: hold,
        ...others,
      }),
    submit: (runner: Runner, text = 'go', interrupt = false) =>
      runner.submit(conversation, { text, author: ada, attachments: [], interrupt }),
    waiting: () => until('the run to wait', async () => blockedReasonOf(await state()) === 'people'),
    finished: (runs = 1) => until('the end', async () => (await outcomes()).length >= runs),
    requestIds: async () => (await requests()).map(({ requestId }) => requestId),
    made: (path: string) => existsSync(join(workspace, path)),
    async close() {
      await services.shutDown();
      rmSync(folder, { recursive: true });
      expect(errors).toEqual([]);
    },
  };
}

/** All that the model was sent last of its tools, in order. */
export const lastResults = ({ prompts }: ScriptedModel) =>
  (prompts.at(-1) ?? []).flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) =>
          part.type === 'tool-result' && part.output.type === 'text' ? [part.output.value] : [],
        )
      : [],
  );
