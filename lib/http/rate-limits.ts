import { VitrineError } from '../core/errors.ts';
import type { Services } from '../services.ts';
import { addressOf } from './address.ts';

/** So many in a minute: of one address, or of one member. */
const perMinute = { signIn: 20, join: 10, message: 30, worktree: 20, guess: 30, miss: 300 } as const;
/** Of all addresses together: an address can be made up where no proxy stands before this server. */
const together = 20;
const windowMs = 60_000;

/**
 * Counts one more, in the store, so that it holds over all processes. In local mode nobody is kept waiting: there is one
 * person, on their own machine.
 * @param who a member's ID; `null`: by the address the request comes from
 * @throws VitrineError `too_many_requests`
 */
export async function checkRate(
  { stores, config }: Pick<Services, 'stores' | 'config'>,
  request: Pick<Request, 'headers'>,
  kind: keyof typeof perMinute,
  who: string | null = null,
): Promise<void> {
  if (config.signIn === null) return;
  const most = perMinute[kind];
  const own = await stores.rates.hit(`${kind}:${who ?? addressOf(request) ?? 'unknown'}`, windowMs);
  const all = who === null ? await stores.rates.hit(`${kind}:all`, windowMs) : null;
  if (own.count <= most && (all === null || all.count <= most * together)) return;
  const waitSeconds = Math.max(1, Math.ceil((own.count > most ? own : (all ?? own)).endsInMs / 1000));
  throw new VitrineError('too_many_requests', `Too often: try again in ${waitSeconds} s`);
}
