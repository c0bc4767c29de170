import { VitrineError } from '../core/errors.ts';
import type { Services } from '../services.ts';
import { countedAddress } from './network-of.ts';
import type { Origin } from './origin.ts';

/** Requests per minute, by address or by member. */
const perMinute = {
  signIn: 20,
  join: 10,
  message: 30,
  reaction: 240,
  upload: 30,
  renewal: 60,
  /** Pages poll: one every 2 s is usual. */
  appCall: 120,
  worktree: 20,
  webhookTest: 10,
  pushTest: 10,
  picture: 10,
  rename: 10,
  export: 5,
  pushSubscription: 20,
  guess: 30,
  miss: 300,
  /** All requests with one API token. */
  token: 1_200,
} as const;
/** Limit for all addresses together: an attacker with many addresses guesses no faster than this. */
const together = 20;
const windowMs = 60_000;

/**
 * Counts a request against a rate limit in the store, so that the limit applies across processes. Local mode
 * has no limit: there is one person, on their own machine.
 * @param who a member's ID; `null`: counted by client address
 * @throws VitrineError `too_many_requests`
 */
export async function checkRate(
  { stores, config }: Pick<Services, 'stores' | 'config'>,
  origin: Pick<Origin, 'address'>,
  kind: keyof typeof perMinute,
  who: string | null = null,
): Promise<void> {
  if (config.signIn === null) return;
  const own = await stores.rates.hit(`${kind}:${who ?? countedAddress(origin.address ?? '')}`, windowMs);
  if (own.count > perMinute[kind]) throw tooOften(own.endsInMs);
  if (who !== null) return;
  // Counted only here, so that requests rejected for one address do not use up the limit of the others.
  const all = await stores.rates.hit(`${kind}:all`, windowMs);
  if (all.count > perMinute[kind] * together) throw tooOften(all.endsInMs);
}

const tooOften = (endsInMs: number) =>
  new VitrineError(
    'too_many_requests',
    `Too many requests: try again in ${Math.max(1, Math.ceil(endsInMs / 1000))} s`,
  );
