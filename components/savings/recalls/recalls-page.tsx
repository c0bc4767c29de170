'use client';

import { useRef } from 'react';
import { MenuButton } from '#components/layout/menu-button.tsx';
import { formatNumber } from '#components/ui/format-number.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import type { RecallsReport } from '#lib/core/api/recalls-report.ts';
import { recallControl } from '#lib/core/vocabulary/ledger/recall-control.ts';
import { highRecallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import { formatRate } from '../format-rate.ts';
import { SavingsTabs } from '../savings-tabs.tsx';
import { useLiveFigures } from '../use-live-figures.ts';
import { KindsTable } from './kinds-table.tsx';
import { WideningSwitch } from './widening-switch.tsx';
import { WideningsTable } from './widenings-table.tsx';

interface Props {
  report: RecallsReport;
  /** The only tool shown; `null`: all. */
  tool: string | null;
  isAdmin: boolean;
}

/** Why the model recalled results it had seen a view of, and what is done where that happens too often. */
export function RecallsPage({ report: read, tool, isAdmin }: Props) {
  const { figures: report, isStale, refresh } = useLiveFigures('/api/savings/recalls', read);
  const heading = useRef<HTMLHeadingElement>(null);
  const kinds = report.kinds.filter(({ toolName }) => tool === null || toolName === tool);
  return (
    <main className="ledger savings recalls">
      <header className="head">
        <MenuButton />
        <h1>Savings</h1>
        <span className="dim small" role="status">
          {isStale && 'Not up to date'}
        </span>
      </header>
      <SavingsTabs current="recalls" />
      <h2 className="tab-title">Why the model asked for more</h2>
      <p className="ledger-note mid">
        A recall means the model read more of a result than its view showed. When more than{' '}
        {formatRate(highRecallRate)} of calls need one, the views are too short. Figures cover the last{' '}
        {recallControl.countedDays} days (UTC), or the days since the view’s budget last changed. Below{' '}
        {recallControl.minCalls} calls, no rate is shown.
      </p>
      <section>
        <div className="bar-row">
          <h2 id="kinds">{tool === null ? 'By tool and summarizer' : `Views of ${tool}`}</h2>
          {tool !== null && (
            <PageLink className="link small" href="/savings/recalls">
              All tools
            </PageLink>
          )}
          <TooThin count={kinds.filter(({ remedy }) => remedy !== null).length} />
        </div>
        {kinds.length === 0 ? (
          <Nothing tool={tool} />
        ) : (
          <KindsTable kinds={kinds} isWidening={report.isWidening} labelledBy="kinds" />
        )}
      </section>
      <section className="widening">
        <h2 id="widened" ref={heading} tabIndex={-1}>
          Widened views
        </h2>
        <WideningSwitch isOn={report.isWidening} isAdmin={isAdmin} onChanged={refresh} />
        <WideningsTable
          widenings={report.widenings}
          isAdmin={isAdmin}
          labelledBy="widened"
          onUndone={() => {
            refresh();
            // Its button is about to disappear.
            heading.current?.focus();
          }}
        />
      </section>
    </main>
  );
}

const TooThin = ({ count }: { count: number }) =>
  count > 0 && (
    <span className="badge warn">
      {count === 1 ? '1 kind of view is' : `${formatNumber(count)} kinds of views are`} too short
    </span>
  );

function Nothing({ tool }: { tool: string | null }) {
  return (
    <p className="nothing">
      <b>No views{tool === null ? '' : ` of ${tool}`} in this period</b>
      When the model reads only part of a result, this page shows how often it asked for more, and what for.
    </p>
  );
}
