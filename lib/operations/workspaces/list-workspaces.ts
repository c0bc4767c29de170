import type { WorkspaceView } from '#lib/core/api/workspace-view.ts';
import { limits } from '#lib/core/limits.ts';
import type { WorkspaceRecord } from '#lib/core/vocabulary/workspace-record.ts';
import type { Services } from '#lib/services.ts';

/** All workspaces as admins see them: those of the settings, then those that were added. */
export async function listWorkspaces(services: Services): Promise<WorkspaceView[]> {
  const { stores, workspaces, nowMs } = services;
  const [records, conversations] = await Promise.all([stores.workspaces.list(), stores.conversations.list()]);
  const conversationCount = (name: string) =>
    conversations.filter(({ workspace }) => workspace === name).length;
  const configured = workspaces.configured.map(
    ({ name, root }): WorkspaceView => ({
      name,
      source: 'operator',
      url: null,
      path: root,
      state: 'ready',
      failure: null,
      addedBy: null,
      addedAt: null,
      isGone: false,
      conversationCount: conversationCount(name),
    }),
  );
  const added = records.map(async (record): Promise<WorkspaceView> => {
    const { name, kind, url, path, addedBy, addedAt } = record;
    const { state, failure } = stateOf(record, nowMs());
    const isGone = state === 'ready' && (await workspaces.open(record)) === null;
    const count = conversationCount(name);
    return {
      ...{ name, source: kind, url, path, state, failure, addedBy, addedAt },
      isGone,
      conversationCount: count,
    };
  });
  return [...configured, ...(await Promise.all(added))];
}

/**
 * When a server ends during a clone, nobody records its result, so an old unfinished clone counts as failed.
 */
function stateOf({ state, failure, addedAt }: WorkspaceRecord, nowMs: number) {
  const isStuck = state === 'cloning' && nowMs - Date.parse(addedAt) > 2 * limits.cloneSeconds * 1000;
  return isStuck
    ? { state: 'failed' as const, failure: 'The server stopped during the clone.' }
    : { state, failure };
}
