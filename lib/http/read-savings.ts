import { VitrineError } from '../core/errors.ts';
import type { LedgerEntry } from '../core/ledger.ts';
import type { Member } from '../core/member.ts';
import { may } from '../core/rights.ts';
import { type SavingsGrouping, type SavingsReport, sumSavings } from '../core/savings.ts';
import type { Services } from '../services.ts';
import { listConversations } from './access.ts';

interface Period {
  /** Inclusive, an ISO date or instant; default 30 days before `to`. */
  from?: string | undefined;
  /** Exclusive; default now. */
  to?: string | undefined;
  groupBy: SavingsGrouping;
}

/** The figures of a period, derived from the ledger, as a member may know them. */
export async function readSavings(
  services: Pick<Services, 'stores' | 'nowMs' | 'config'>,
  member: Member,
  { from, to, groupBy }: Period,
): Promise<SavingsReport> {
  const { stores, nowMs } = services;
  const toMs = to === undefined ? nowMs() : Date.parse(to);
  const fromMs = from === undefined ? toMs - 30 * 24 * 3_600_000 : Date.parse(from);
  if (fromMs > toMs) throw new VitrineError('invalid_request', 'from is later than to');
  const period = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
  const entries = await stores.ledger.list(period.from, period.to);
  const told = await asMemberMayKnow(services, member, entries, groupBy);
  return { ...period, ...sumSavings(told, groupBy) };
}

async function asMemberMayKnow(
  services: Pick<Services, 'stores' | 'config'>,
  member: Member,
  entries: LedgerEntry[],
  groupBy: SavingsGrouping,
): Promise<LedgerEntry[]> {
  if (groupBy === 'conversation') return await hideTitles(services, member, entries);
  return groupBy === 'member' ? hidePeople(member, entries) : entries;
}

/** What each person costs is for admins; everybody knows their own figures, and the sum of all others'. */
function hidePeople(member: Member, entries: LedgerEntry[]): LedgerEntry[] {
  if (may(member, 'manage', { kind: 'team' })) return entries;
  const others = { id: 'others', name: 'All others' };
  return entries.map((entry) => (entry.member.id === member.id ? entry : { ...entry, member: others }));
}

/** What a private conversation is called is for those in it; whether one that was deleted was private, nobody knows any more. */
async function hideTitles(
  services: Pick<Services, 'stores' | 'config'>,
  member: Member,
  entries: LedgerEntry[],
): Promise<LedgerEntry[]> {
  if (services.config.signIn === null) return entries;
  const seen = new Set((await listConversations(services, member)).map(({ id }) => id));
  const hidden = { conversationId: 'others', conversationTitle: 'Private or deleted conversations' };
  return entries.map((entry) => (seen.has(entry.conversationId) ? entry : { ...entry, ...hidden }));
}
