import type { ProcessRole } from '#lib/config.ts';
import { isLoopback } from '#lib/core/algorithms/hosts.ts';
import type { ServerCheck } from '#lib/core/api/server-check.ts';
import type { KnownRunner } from '#lib/core/vocabulary/runner-record.ts';
import type { Services } from '#lib/services.ts';
import { isLocalRedis } from '#lib/stores/redis/is-local-redis.ts';
import type { Stores } from '#lib/stores/stores.ts';

type Needs = Pick<Services, 'config'> & { stores: { runners: Pick<Stores['runners'], 'list'> } };

const duties: Record<ProcessRole, string> = {
  all: 'all: answers people and works on conversations',
  web: 'web: answers people, and runners work on conversations',
  runner: 'runner: works on conversations, and answers other processes alone',
};

/** What a process does among those that share its Redis, and whether they can reach it. Never rejects. */
export async function checkRole({ config, stores }: Needs): Promise<ServerCheck[]> {
  const { role, redisUrl, runnerUrl } = config;
  if (redisUrl === null) return [];
  // Whether the store answers is checked elsewhere.
  const known = await stores.runners.list().catch(() => null);
  const others = known?.filter(({ isAlive, address }) => isAlive && address !== runnerUrl) ?? null;
  const checks = [roleCheck(role, others)];
  return runnerUrl === null ? checks : [...checks, addressCheck(role, runnerUrl, redisUrl, others)];
}

/** @param others that are alive; `null`: the store does not say */
function roleCheck(role: ProcessRole, others: readonly KnownRunner[] | null): ServerCheck {
  const name = 'Role';
  if (role !== 'web' || others === null || others.length > 0)
    return { name, outcome: 'ok', finding: duties[role], advice: null };
  return {
    name,
    outcome: 'warning',
    finding: 'web, and there is no runner at the moment',
    advice: 'Messages wait until there is one. Start it on a machine with workspaces: npx vitrine runner.',
  };
}

function addressCheck(
  role: ProcessRole,
  runnerUrl: string,
  redisUrl: string,
  others: readonly KnownRunner[] | null,
): ServerCheck {
  const name = 'Address for other processes';
  const isReachable = !isLoopback(new URL(runnerUrl).hostname) || isLocalRedis(redisUrl);
  if (isReachable) return { name, outcome: 'ok', finding: runnerUrl, advice: null };
  const finding = `${runnerUrl}, which only this machine reaches`;
  // One that answers people itself may be the only process of an installation.
  if (role === 'all' && (others === null || others.length === 0))
    return { name, outcome: 'ok', finding: `${finding}: enough while it is the only process`, advice: null };
  return {
    name,
    outcome: 'warning',
    finding,
    advice: 'Set HOST to an address of this machine that the others reach, or VITRINE_RUNNER_URL.',
  };
}
