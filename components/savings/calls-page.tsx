import { Download } from 'lucide-react';
import { isDay } from '#lib/core/algorithms/utc-days.ts';
import type { LedgerRow } from '#lib/core/api/ledger-row.ts';
import type { LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import type { SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { scrollRegion } from '../ui/scroll-region.ts';
import { type CallsOf, callsPath, callsUrl } from './calls-address.ts';
import { CallsSums } from './calls-sums.tsx';
import { CallsTable } from './calls-table.tsx';
import { formatDay, formatRange } from './format-day.ts';
import { LiveRefresh } from './live-refresh.tsx';
import { shownGroupings } from './savings-choice.ts';
import { SavingsTabs } from './savings-tabs.tsx';
import { StepsTable } from './steps-table.tsx';

interface Props {
  of: CallsOf;
  /** `null`: nothing was counted for it in these days. */
  group: SavingsGroup | null;
  kind: LedgerEntry['kind'];
  /** The latest rows, or those after the previous page. */
  rows: readonly LedgerRow[];
  isFirst: boolean;
  /** Where the next page begins; `null`: this is the last. */
  cursor: string | null;
  faults: readonly string[];
}

/** All calls that one row of the savings table sums up. */
export function CallsPage({ of, group, kind, rows, isFirst, cursor, faults }: Props) {
  const grouping = shownGroupings.find(({ name }) => name === of.by);
  const name = of.by === 'day' && isDay(of.key) ? formatDay(of.key, 'full') : (group?.label ?? of.key);
  return (
    <main className="ledger savings">
      {isFirst && <LiveRefresh />}
      <header className="head">
        <MenuButton />
        <h1>Savings</h1>
        <a className="btn" href={callsUrl(of, { kind, format: 'csv' })} download>
          <Icon of={Download} isSmall />
          CSV
        </a>
      </header>
      <SavingsTabs current="calls" />
      {faults.map((fault) => (
        <p key={fault} className="bad fault" role="alert">
          {fault}
        </p>
      ))}
      <div className="calls-of">
        <h2 className="clip">{grouping?.isCode ? <span className="mono">{name}</span> : name}</h2>
        <p className="dim small">
          {grouping?.label}, {formatRange(of.from, of.to)}
        </p>
      </div>
      {group && <CallsSums group={group} by={of.by} kind={kind} />}
      <div className="bar-row">
        <h2>{kind === 'call' ? 'Tool calls' : 'Model calls'}</h2>
        <KindTabs of={of} kind={kind} />
      </div>
      {rows.length === 0 ? (
        <p className="nothing">
          <b>{kind === 'call' ? 'No tool calls in this period' : 'No model calls in this period'}</b>
          Go back to Savings and choose other days or another row.
        </p>
      ) : (
        <div className="table-scroll calls-scroll" {...scrollRegion('Calls')}>
          {kind === 'call' ? (
            <CallsTable rows={rows.filter((row) => row.kind === 'call')} by={of.by} label="Tool calls" />
          ) : (
            <StepsTable rows={rows.filter((row) => row.kind === 'step')} label="Model calls" />
          )}
        </div>
      )}
      <p className="page-turns">
        {!isFirst && (
          <PageLink className="btn" href={callsPath(of, kind)}>
            Latest
          </PageLink>
        )}
        {cursor !== null && (
          <PageLink className="btn" href={callsPath(of, kind, cursor)}>
            Older
          </PageLink>
        )}
      </p>
    </main>
  );
}

function KindTabs({ of, kind }: Pick<Props, 'of' | 'kind'>) {
  const tabs = { call: 'Tool calls', step: 'Model calls' } as const;
  return (
    <nav className="seg" aria-label="Kind of calls">
      {(['call', 'step'] as const).map((name) => (
        <PageLink
          key={name}
          href={callsPath(of, name)}
          {...(name === kind ? { 'aria-current': 'page' as const } : {})}
        >
          {tabs[name]}
        </PageLink>
      ))}
    </nav>
  );
}
