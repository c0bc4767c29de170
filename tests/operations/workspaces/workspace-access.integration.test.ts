import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#lib/config.ts';
import type { Conversation } from '#lib/core/vocabulary/conversation.ts';
import { durableEvent } from '#lib/core/vocabulary/events.ts';
import type { AuditEntry } from '#lib/core/vocabulary/team/audit.ts';
import type { Member, MemberRecord } from '#lib/core/vocabulary/team/member.ts';
import { memberWithRights } from '#lib/core/vocabulary/team/member-with-rights.ts';
import { accessOf, type WorkspaceAccessChange } from '#lib/core/vocabulary/team/workspace-access.ts';
import { listConversations, requireConversation } from '#lib/operations/access.ts';
import { requireCommandRight } from '#lib/operations/artifacts/check-policy.ts';
import { hiddenGroups } from '#lib/operations/artifacts/hidden-groups.ts';
import { findMentions } from '#lib/operations/conversations/find-mentions.ts';
import type { MemberCall } from '#lib/operations/member-call.ts';
import { searchEverything } from '#lib/operations/search/search-everything.ts';
import { hideClosedNames } from '#lib/operations/team/hide-closed-names.ts';
import { addWorkspace } from '#lib/operations/workspaces/add-workspace.ts';
import { changeWorkspace } from '#lib/operations/workspaces/change-workspace.ts';
import { removeWorkspace } from '#lib/operations/workspaces/remove-workspace.ts';
import { findUsable, listUsable } from '#lib/operations/workspaces/usable-workspaces.ts';
import { createConversation } from '#lib/runs/create-conversation.ts';
import { createServices, type Services } from '#lib/services.ts';
import { until } from '#tests/support/conversations.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const at = '2026-03-01T12:00:00.000Z';
const origin = { address: null, network: null } as unknown as MemberCall['origin'];
const record = (id: string, name: string, groups: string[] = []): MemberRecord => ({
  ...{ id, name, email: null, role: 'member', createdAt: at, lastSeenAt: null, removedAt: null, epoch: 1 },
  provider: { groups, at },
});

const entryAbout = (action: AuditEntry['action'], { id, title }: Conversation): AuditEntry => ({
  ...{ id: '1', timestamp: at, action, by: null, subject: { id, name: title }, detail: '', network: null },
});

const closing: Services[] = [];
afterEach(async () => {
  for (const services of closing.splice(0)) await services.shutDown();
});

async function team() {
  const folder = tempFolder();
  const roots = ['open', 'secret'].map((name) => join(folder, name));
  for (const root of roots) {
    mkdirSync(root);
    writeFileSync(join(root, 'a.txt'), 'a');
  }
  const vaults = tempFolder();
  const services = createServices({
    ...readConfig({
      ...{ VITRINE_DATA_DIR: tempFolder(), VITRINE_WORKSPACES: roots.join(','), LOG_LEVEL: 'silent' },
      ...{ VITRINE_EXEC: 'off', VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'https://chat.example' },
    }),
    workspaceFolders: [vaults],
  });
  closing.push(services);
  const records = [record('m-ada', 'Ada', ['eng']), record('m-bo', 'Bo'), record('m-root', 'Root')];
  await services.stores.members.change(() => records);
  const member = async (id: string): Promise<Member> =>
    memberWithRights(
      (await services.stores.members.get(id)) as MemberRecord,
      await services.stores.settings.get(),
    );
  const admin: Member = { id: 'm-root', name: 'Root', role: 'admin' };
  const close = (access: WorkspaceAccessChange, name = 'secret') =>
    changeWorkspace({ services, origin, member: admin }, name, { access });
  return { services, member, close, vaults };
}

test('whoever is not admitted sees nothing of a workspace: not its name, its conversations or their words', async () => {
  const { services, member, close } = await team();
  const conversation = await createConversation(services, await member('m-bo'), { workspace: 'secret' });
  const message = durableEvent(
    'user.message',
    {
      ...{ messageId: 'msg_1', runId: null, content: 'zanzibar', attachments: [] },
      author: { id: 'm-bo', name: 'Bo' },
    },
    at,
  );
  await services.stores.events.append(conversation.id, [message]);
  const search = async (id: string) =>
    searchEverything(services, await member(id), { query: 'zanzibar', kind: null, by: null });
  expect(await search('m-bo')).toMatchObject({ total: 1, messages: [{ messageId: 'msg_1' }] });

  await close({ use: { members: ['m-root'], groups: ['eng'] }, run: null });
  const bo = await member('m-bo');
  expect((await listUsable(services, bo)).map(({ name }) => name)).toEqual(['open']);
  expect(await findUsable(services, bo, 'secret')).toBeNull();
  await expect(requireConversation(services, bo, conversation.id)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(await listConversations(services, bo)).toEqual([]);
  expect(await search('m-bo')).toMatchObject({ total: 0, messages: [], conversations: [] });
  await expect(createConversation(services, bo, { workspace: 'secret' })).rejects.toMatchObject({
    code: 'unknown_workspace',
  });
  expect((await createConversation(services, bo, {})).workspace).toBe('open');
  // An admin to whom it is closed reads the log without its titles.
  const logged = entryAbout('conversation.deleted', conversation);
  const [shown] = await hideClosedNames(services, { ...bo, role: 'admin' }, [logged]);
  expect(shown?.subject).toEqual({ id: conversation.id, name: 'Private conversation' });
  expect(await hideClosedNames(services, await member('m-ada'), [logged])).toEqual([logged]);
  const hiding = await hiddenGroups(services, bo, 'workspace');
  expect(hiding('secret')).toEqual({ key: 'others', label: 'Workspaces closed to you' });
  expect(hiding('open')).toBeNull();
  expect(await findMentions(services, conversation, '@Bo and @Ada')).toEqual([{ id: 'm-ada', name: 'Ada' }]);

  // Ada is in a group that is.
  const ada = await member('m-ada');
  expect((await requireConversation(services, ada, conversation.id)).id).toBe(conversation.id);
  expect((await search('m-ada')).total).toBe(1);
  // As of the next sign-in she is not.
  await services.stores.members.change(([first]) =>
    first ? [{ ...first, provider: { groups: [], at } }] : [],
  );
  await expect(requireConversation(services, await member('m-ada'), conversation.id)).rejects.toMatchObject({
    code: 'not_found',
  });

  await close({ use: null, run: null });
  expect((await requireConversation(services, await member('m-bo'), conversation.id)).id).toBe(
    conversation.id,
  );
});

test('a change names one right, and leaves the other as it was', async () => {
  const { services, close } = await team();
  await close({ use: { members: ['m-ada'], groups: [] } });
  await close({ run: { members: ['m-bo'], groups: [] } });
  expect(accessOf(await services.stores.settings.get(), 'secret')).toEqual({
    use: { members: ['m-ada'], groups: [] },
    run: { members: ['m-bo'], groups: [] },
  });
  await Promise.all([
    close({ admit: [{ right: 'use', member: 'm-bo' }] }),
    close({ admit: [{ right: 'run', group: 'eng' }], dismiss: [{ right: 'run', member: 'm-bo' }] }),
  ]);
  await close({ admit: [{ right: 'use', group: 'eng' }] });
  expect(accessOf(await services.stores.settings.get(), 'secret')).toEqual({
    use: { members: ['m-ada', 'm-bo'], groups: ['eng'] },
    run: { members: [], groups: ['eng'] },
  });
  await close({ use: null, admit: [{ right: 'use', member: 'm-ada' }] });
  expect(accessOf(await services.stores.settings.get(), 'secret').use).toBeNull();
});

test('no more groups are admitted than can be stored, and those before stay', async () => {
  const { services, close } = await team();
  const groups = (from: number) => Array.from({ length: 60 }, (_, index) => `group ${from + index}`);
  await close({ use: { members: [], groups: groups(0) } });
  const admit = groups(60).map((group) => ({ right: 'use' as const, group }));
  await expect(close({ admit })).rejects.toMatchObject({ code: 'too_large' });
  expect(accessOf(await services.stores.settings.get(), 'secret').use?.groups).toEqual(groups(0));
});

test('a workspace can be added closed, and stays so when it is removed', async () => {
  const { services, member, vaults } = await team();
  const call = { services, origin, member: { id: 'm-root', name: 'Root', role: 'admin' as const } };
  const folder = join(vaults, 'vault');
  mkdirSync(folder);
  await addWorkspace(call, { folder, isClosed: true });
  expect((await listUsable(services, await member('m-bo'))).map(({ name }) => name)).not.toContain('vault');
  const conversation = await createConversation(services, await member('m-root'), { workspace: 'vault' });
  await removeWorkspace(call, 'vault');
  await expect(requireConversation(services, await member('m-bo'), conversation.id)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('where every workspace is closed, there is none to start in', async () => {
  const { services, member, close } = await team();
  for (const name of ['open', 'secret']) await close({ use: { members: [], groups: [] }, run: null }, name);
  await expect(createConversation(services, await member('m-bo'), {})).rejects.toMatchObject({
    code: 'unknown_workspace',
  });
});

test('whoever may not run commands uses everything else', async () => {
  const { services, member, close } = await team();
  await close({ use: null, run: { members: ['m-ada'], groups: [] } });
  const bo = await member('m-bo');
  await createConversation(services, bo, { workspace: 'secret' });
  for (const tool of ['run_and_display', 'run_pty_cmd', 'execute_code']) {
    expect(() => requireCommandRight(bo, tool, 'secret')).toThrow(
      'You may not run commands in this workspace',
    );
    requireCommandRight(bo, tool, 'open');
  }
  requireCommandRight(bo, 'edit_file', 'secret');
  requireCommandRight(await member('m-ada'), 'run_and_display', 'secret');
  expect(await services.readWorkspaceRights('m-bo', 'secret')).toEqual({ mayUse: true, mayRun: false });
  expect(await services.readWorkspaceRights('m-ada', 'secret')).toEqual({ mayUse: true, mayRun: true });
});

test('only members can be admitted, and the audit log says what changed', async () => {
  const { services, close } = await team();
  await expect(close({ use: { members: ['m-nobody'], groups: [] }, run: null })).rejects.toMatchObject({
    code: 'invalid_request',
  });
  const announced: (string | null)[] = [];
  services.stores.listChanges.onAnnounced((memberId) => announced.push(memberId));
  await close({ use: { members: ['m-ada'], groups: ['eng'] }, run: { members: [], groups: [] } });
  // Open pages read their lists again.
  await until('an announcement', async () => (announced.includes(null) ? true : undefined));
  const [entry] = await services.stores.audit.list({ actions: [], by: null, from: null, to: null }, null, 1);
  expect(entry).toMatchObject({
    action: 'workspace.changed',
    subject: { name: 'secret' },
    detail: 'used by 1 named, groups eng, commands run by 0 named',
  });
});
