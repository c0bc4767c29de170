'use client';

import type { CallRow } from '#lib/core/api/ledger-row.ts';
import type { SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useResource } from '../ui/use-resource.ts';
import { type CallsOf, callsPath, callsUrl } from './calls-address.ts';
import { CallsTable } from './calls-table.tsx';

const shownCalls = 5;

/** The latest calls that a row sums up, and a link to all of them. */
export function DrillDown({ of, group }: { of: CallsOf; group: SavingsGroup }) {
  const { value, failure } = useResource<{ entries: CallRow[] }>(
    callsUrl(of, { kind: 'call', limit: String(shownCalls) }),
    { revision: group.calls + group.recalls },
  );
  const rows = failure ? null : (value?.entries ?? null);
  return (
    <div className="drill-in">
      {rows && <CallsTable rows={rows} by={of.by} label={`Latest calls of ${group.label}`} />}
      {(rows || failure) && (
        <div className="drill-foot">
          <span className="grow" role={failure ? 'alert' : undefined}>
            {failure ? failure.error : formatShare(rows?.length ?? 0, group.calls)}
          </span>
          <PageLink className="link" href={callsPath(of)}>
            All calls
          </PageLink>
        </div>
      )}
    </div>
  );
}

const formatShare = (shown: number, calls: number): string =>
  calls === 0
    ? 'No tool calls in this row.'
    : `${formatNumber(shown)} of ${formatCount(calls, 'call')}. All of them add up to the row above, to the token.`;
