import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ServerCheck } from '#lib/core/api/server-check.ts';
import { errorMessage } from '#lib/core/errors.ts';
import type { Stores } from '#lib/stores/stores.ts';

const maxClockOffsetMs = 2_000;
const nearlyFull = 0.9;

/** Whether the store accepts writes, and what it does when it is full or ends. */
export async function checkStore({
  health,
  describe,
}: Pick<Stores, 'health' | 'describe'>): Promise<ServerCheck[]> {
  const name = 'Store';
  const fault = await health();
  if (fault !== null) {
    const advice = 'Nothing can be stored until this works again.';
    return [{ name, outcome: 'fault', finding: fault, advice }];
  }
  try {
    const facts = await describe();
    const works: ServerCheck = {
      name,
      outcome: 'ok',
      finding: facts.version,
      advice: null,
    };
    return [works, ...(facts.redis === null ? [] : checksOfRedis(facts.redis))];
  } catch (error) {
    return [{ name, outcome: 'fault', finding: errorMessage(error), advice: null }];
  }
}

type RedisFacts = NonNullable<Awaited<ReturnType<Stores['describe']>>['redis']>;

function checksOfRedis({
  policy,
  isPersistent,
  usedBytes,
  maxBytes,
  clockOffsetMs,
}: RedisFacts): ServerCheck[] {
  const memory =
    maxBytes === null ? formatBytes(usedBytes) : `${formatBytes(usedBytes)} of ${formatBytes(maxBytes)}`;
  const isFull = maxBytes !== null && usedBytes > nearlyFull * maxBytes;
  return [
    {
      name: 'Redis, when full',
      outcome: policy === null ? 'warning' : 'ok',
      finding:
        policy === null ? 'its policy cannot be read (CONFIG is forbidden)' : `maxmemory-policy ${policy}`,
      advice:
        policy === null ? 'See that it is volatile-ttl or noeviction: others lose conversations.' : null,
    },
    {
      name: 'Redis, memory',
      outcome: isFull ? 'warning' : 'ok',
      finding: `${memory} used`,
      advice: isFull ? 'Results expire to make room. Give it more memory.' : null,
    },
    {
      name: 'Redis, on disk',
      outcome: isPersistent === false ? 'warning' : 'ok',
      finding:
        isPersistent === null
          ? 'not known'
          : isPersistent
            ? 'it writes to disk'
            : 'it writes nothing to disk',
      advice: isPersistent === false ? 'Set appendonly yes: when Redis ends, everything is lost.' : null,
    },
    {
      name: 'Redis, clock',
      outcome: Math.abs(clockOffsetMs) > maxClockOffsetMs ? 'warning' : 'ok',
      finding: `${Math.round(Math.abs(clockOffsetMs))} ms from this server's`,
      advice:
        Math.abs(clockOffsetMs) > maxClockOffsetMs
          ? 'Set both clocks by NTP: leases and expiries go by them.'
          : null,
    },
  ];
}
