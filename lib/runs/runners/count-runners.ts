import type { KnownRunner } from '#lib/core/vocabulary/runner-record.ts';

/**
 * A runner that is away is missed only if it has workspaces that none has which is alive: others that share its disk, or
 * the same process under a new address, do its work.
 *
 * @param added names of the workspaces that admins added. A runner that is away still says that it has a clone which
 * they have removed meanwhile.
 */
export function countRunners(runners: readonly KnownRunner[], added: readonly string[]) {
  const alive = runners.filter(({ isAlive }) => isAlive);
  const present = new Set(alive.flatMap(({ workspaces }) => workspaces).map(({ name }) => name));
  const known = runners
    .flatMap(({ workspaces }) => workspaces)
    .filter(({ name, isConfigured }) => isConfigured || added.includes(name));
  const away = new Set(known.map(({ name }) => name).filter((name) => !present.has(name)));
  return { known: runners.length, away: runners.length - alive.length, workspacesAway: away.size };
}
