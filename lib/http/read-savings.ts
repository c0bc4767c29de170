import { VitrineError } from '../core/errors.ts';
import { type SavingsGrouping, type SavingsReport, sumSavings } from '../core/savings.ts';
import type { Services } from '../services.ts';

interface Period {
  /** Inclusive, an ISO date or instant; default 30 days before `to`. */
  from?: string | undefined;
  /** Exclusive; default now. */
  to?: string | undefined;
  groupBy: SavingsGrouping;
}

/** The figures of a period, derived from the ledger. */
export async function readSavings(
  { stores, nowMs }: Services,
  { from, to, groupBy }: Period,
): Promise<SavingsReport> {
  const toMs = to === undefined ? nowMs() : Date.parse(to);
  const fromMs = from === undefined ? toMs - 30 * 24 * 3_600_000 : Date.parse(from);
  if (fromMs > toMs) throw new VitrineError('invalid_request', 'from is later than to');
  const period = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  return { ...period, ...sumSavings(await stores.ledger.list(period.from, period.to), groupBy) };
}
