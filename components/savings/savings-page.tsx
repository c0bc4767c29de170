'use client';

import { Download } from 'lucide-react';
import type { SavingsReport } from '../../lib/core/savings.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { formatCount } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { GroupingTabs, PeriodTabs } from './savings-bar.tsx';
import { type SavingsChoice, shownGroupings } from './savings-choice.ts';
import { SavingsTable } from './savings-table.tsx';
import { SavingsTiles } from './savings-tiles.tsx';

/** What the split kept from the model. Three figures that are never added together. */
export function SavingsPage({ report, choice }: { report: SavingsReport; choice: SavingsChoice }) {
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Savings</h1>
        <PeriodTabs choice={choice} />
        <a className="btn" href={exportUrl(report, choice)} download>
          <Icon of={Download} isSmall />
          CSV
        </a>
      </header>
      {report.totals.calls === 0 ? <Nothing /> : <Figures report={report} choice={choice} />}
    </main>
  );
}

const exportUrl = ({ from, to }: SavingsReport, { groupBy }: SavingsChoice): string =>
  `/api/savings?${new URLSearchParams({ from, to, groupBy, format: 'csv' })}`;

function Nothing() {
  return (
    <p className="nothing">
      <b>Nothing counted yet.</b>
      Every tool call of a conversation is counted here: what it gave, what the model read of it, and how
      often the model came back for more.
    </p>
  );
}

function Figures({ report, choice }: { report: SavingsReport; choice: SavingsChoice }) {
  const grouping = shownGroupings.find(({ name }) => name === choice.groupBy);
  return (
    <>
      <SavingsTiles totals={report.totals} />
      <section>
        <div className="bar-row">
          <h2 id="where-from">Where it comes from</h2>
          <span className="dim small">{formatCount(report.totals.calls, 'call')}</span>
          <GroupingTabs choice={choice} />
        </div>
        <SavingsTable
          key={choice.groupBy}
          groups={report.groups}
          label={grouping?.label ?? ''}
          isCode={grouping?.isCode ?? false}
          labelledBy="where-from"
        />
      </section>
      <div className="honest">
        <div>
          <b>How it is counted</b>
          Signed sums over successful calls with text. Failed calls, images and binary results credit nothing.
          Each call counts once, however often it was retried.
        </div>
        <div>
          <b>What is not added</b>
          Withheld and avoided are two readings of the same tokens, so they are never added. Where a price is
          not known, net is not known either; that is not zero.
        </div>
      </div>
    </>
  );
}
