import type { WorkspaceView } from '#lib/core/api/workspace-view.ts';
import { limits } from '#lib/core/limits.ts';
import type { WorkspaceRecord } from '#lib/core/vocabulary/workspace-record.ts';
import type { Services } from '#lib/services.ts';

/** All workspaces as admins see them, of this process and of others: those of the settings, then those that were added. */
export async function listWorkspaces(services: Services): Promise<WorkspaceView[]> {
  const { stores, workspaces, runners, nowMs } = services;
  const [records, conversations, others] = await Promise.all([
    stores.workspaces.list(),
    stores.conversations.list(),
    runners.listOthers(),
  ]);
  const conversationCount = (name: string) =>
    conversations.filter(({ workspace }) => workspace === name).length;
  const elsewhere = (name: string) => {
    const other = others.find((runner) => runner.workspaces.some((one) => one.name === name));
    return { runner: other?.address ?? null, isAway: other?.isAlive === false };
  };
  const configuredOf = ({ name, path }: { name: string; path: string }): WorkspaceView => ({
    ...{ name, path, source: 'operator', url: null, state: 'ready', failure: null },
    ...{ addedBy: null, addedAt: null, isGone: false, runner: null, isAway: false },
    conversationCount: conversationCount(name),
  });
  const own = workspaces.configured.map(({ name, root }) => configuredOf({ name, path: root }));
  const names = new Set([...own, ...records].map(({ name }) => name));
  const ofOthers = new Map<string, WorkspaceView>();
  for (const one of others.flatMap((runner) => runner.workspaces))
    if (one.isConfigured && !names.has(one.name) && !ofOthers.has(one.name))
      ofOthers.set(one.name, { ...configuredOf(one), ...elsewhere(one.name) });
  const added = records.map(async (record): Promise<WorkspaceView> => {
    const { name, kind, url, path, addedBy, addedAt } = record;
    const { state, failure } = stateOf(record, nowMs());
    const isHere = state !== 'ready' || (await workspaces.open(record)) !== null;
    const where = isHere ? { runner: null, isAway: false } : elsewhere(name);
    return {
      ...{ name, source: kind, url, path, state, failure, addedBy, addedAt, ...where },
      isGone: !isHere && where.runner === null,
      conversationCount: conversationCount(name),
    };
  });
  return [...own, ...ofOthers.values(), ...(await Promise.all(added))];
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
