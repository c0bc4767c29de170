'use client';

import { useEffect, useState } from 'react';
import type { CallRow } from '#lib/core/api/ledger-row.ts';
import type { SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { PageLink } from '../ui/page-link.tsx';
import { type RequestResult, requestJson } from '../ui/request-json.ts';
import { type CallsOf, callsPath, callsUrl } from './calls-address.ts';
import { CallsTable } from './calls-table.tsx';

const shownCalls = 5;

/** The latest calls that a row sums up, and a link to all of them. */
export function DrillDown({ of, group }: { of: CallsOf; group: SavingsGroup }) {
  const latest = useLatest(of, group.calls + group.recalls);
  return (
    <div className="drill-in">
      {latest?.ok && (
        <CallsTable rows={latest.value.entries} by={of.by} label={`Latest calls of ${group.label}`} />
      )}
      {latest !== null && (
        <div className="drill-foot">
          <span className="grow" role={latest.ok ? undefined : 'alert'}>
            {latest.ok ? formatShare(latest.value.entries.length, group.calls) : latest.error}
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

/** Reloaded when the row has changed; what is shown stays until then. `null`: loading. */
function useLatest(of: CallsOf, change: number) {
  const [latest, setLatest] = useState<RequestResult<{ entries: CallRow[] }> | null>(null);
  const url = callsUrl(of, { kind: 'call', limit: String(shownCalls) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: requests the calls again when the row changes
  useEffect(() => {
    const controller = new AbortController();
    void requestJson<{ entries: CallRow[] }>(url, { signal: controller.signal }).then((result) => {
      if (!controller.signal.aborted) setLatest(result);
    });
    return () => controller.abort();
  }, [url, change]);
  return latest;
}
