import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { artifactOf } from '#lib/core/conversation/conversation-state.ts';
import { conversationEnd } from '#lib/core/vocabulary/lifetime.ts';
import { requireArtifact } from '#lib/operations/access.ts';
import { replayArtifactChange } from '#lib/operations/artifacts/replay-artifact-change.ts';
import { type ApprovalStage, bob, create, openApprovalStage } from '#tests/support/approval-stage.ts';
import { originAt } from '#tests/support/origin-at.ts';
import { scriptedModel } from '#tests/support/scripted-model.ts';

let stage: ApprovalStage;
let artifactId = '';
beforeEach(async () => {
  stage = await openApprovalStage();
  const runner = stage.runnerFor(scriptedModel([[create('new.txt')]]));
  await stage.submit(runner);
  await stage.finished();
  const [call] = Object.values((await stage.state()).toolCalls);
  artifactId = (call && artifactOf(call)) ?? '';
  expect(stage.made('new.txt')).toBe(true);
});
afterEach(async () => await stage.close());

const origin = originAt('203.0.113.9');
async function replay(direction: 'undo' | 'redo', role: 'member' | 'admin' = 'member') {
  const services = { ...stage.services, readApprovals: stage.readApprovals };
  const member = { ...bob, role };
  const subject = await requireArtifact(services, member, artifactId, 'write');
  await replayArtifactChange(services, origin, member, subject, direction);
}
const audited = async () => {
  const entries = await stage.services.stores.audit.list(
    { actions: [], by: null, from: null, to: null },
    null,
    10,
  );
  return entries.map(({ action, by, subject, detail }) => [action, by?.name, subject?.id, detail]);
};

test('a member who may not run a tool can neither undo nor redo its change', async () => {
  stage.policy({ create_file: 'deny' });
  const denied = { code: 'forbidden', message: 'The team’s policy does not allow create_file' };
  await expect(replay('undo', 'admin')).rejects.toMatchObject(denied);
  stage.policy({ create_file: 'ask_admins' });
  const forAdmins = { code: 'forbidden', message: 'Only an admin can run create_file here' };
  await expect(replay('undo')).rejects.toMatchObject(forAdmins);
  expect(readFileSync(join(stage.workspace, 'new.txt'), 'utf8')).toBe('made\n');
  await replay('undo', 'admin');
  expect(stage.made('new.txt')).toBe(false);
  await expect(replay('redo')).rejects.toMatchObject(forAdmins);
  expect(stage.made('new.txt')).toBe(false);
});

test('the audit log records who undid and who redid a change', async () => {
  await replay('undo');
  await replay('redo');
  const { id } = stage.conversation;
  expect(await audited()).toEqual([
    ['change.redone', 'Bob', id, 'create_file, 1 file'],
    ['change.undone', 'Bob', id, 'create_file, 1 file'],
  ]);
});

test('a change is undone and redone after its diff has expired, and no longer once its patch is gone', async () => {
  const { artifacts } = stage.services.stores;
  await artifacts.release(artifactId, () => new Date(0).toISOString());
  const expired = await artifacts.get(artifactId);
  expect([expired?.metadata.state, await artifacts.readBytes(artifactId, 0, 1)]).toEqual(['expired', null]);
  await replay('undo');
  expect(stage.made('new.txt')).toBe(false);
  await replay('redo');
  expect(readFileSync(join(stage.workspace, 'new.txt'), 'utf8')).toBe('made\n');

  const patch = await artifacts.get(expired?.metadata.patchArtifactId ?? '');
  expect(patch?.metadata).toMatchObject({
    conversationId: stage.conversation.id,
    type: 'diff',
    changes: [],
    expiresAt: conversationEnd,
  });
  expect(patch?.isKept).toBe(false);
  await artifacts.delete(patch?.metadata.id ?? '');
  await expect(replay('undo')).rejects.toMatchObject({ code: 'artifact_expired' });
});
