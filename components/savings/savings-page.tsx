'use client';

import type { SavingsReport } from '../../lib/core/savings.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { formatCount } from '../ui/format-number.ts';
import { TimeText } from '../ui/time-text.tsx';
import { SavingsTable } from './savings-table.tsx';
import { SavingsTiles } from './savings-tiles.tsx';

/** What the split kept from the model. Three figures that are never added together. */
export function SavingsPage({ report }: { report: SavingsReport }) {
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Savings</h1>
        <span className="dim">
          <TimeText iso={report.from} as="day" /> – <TimeText iso={report.to} as="day" />
        </span>
      </header>
      {report.totals.calls === 0 ? <Nothing /> : <Figures report={report} />}
    </main>
  );
}

function Nothing() {
  return (
    <p className="nothing">
      <b>Nothing counted yet.</b>
      Every tool call of a conversation is counted here: what it gave, what the model read of it, and how
      often the model came back for more.
    </p>
  );
}

function Figures({ report }: { report: SavingsReport }) {
  return (
    <>
      <SavingsTiles totals={report.totals} />
      <section>
        <div className="bar-row">
          <h2 id="by-tool">By tool</h2>
          <span className="dim small">{formatCount(report.totals.calls, 'call')}</span>
        </div>
        <SavingsTable groups={report.groups} labelledBy="by-tool" />
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
