'use client';

import { useRouter, useSearchParams } from 'next/navigation';
import type { Day } from '#lib/core/algorithms/utc-days.ts';
import type { SavingsOverview } from '#lib/core/api/savings-overview.ts';
import { mcpPrefix } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { SavingsChart } from './chart/savings-chart.tsx';
import { GroupingTabs } from './grouping-tabs.tsx';
import { chartNames, type SavingsChoice, savingsPath, shownGroupings } from './savings-choice.ts';
import { SavingsFoot } from './savings-foot.tsx';
import { SavingsHead } from './savings-head.tsx';
import { SavingsTable } from './savings-table.tsx';
import { SavingsTabs } from './savings-tabs.tsx';
import { SavingsTiles } from './savings-tiles.tsx';
import { useLiveFigures } from './use-live-figures.ts';

interface Props {
  /** As the server parsed the address. */
  choice: SavingsChoice;
  /** Messages about invalid values in the address. */
  faults: string[];
  overview: SavingsOverview;
  today: Day;
  /** MCP servers whose results the model reads whole. */
  unsplit: readonly string[];
}

/** What the split kept from the model: three figures that are never added together. */
export function SavingsPage({ choice: initial, faults, overview: read, today, unsplit }: Props) {
  const { choice, choose, showChart } = useChoice(initial);
  const { figures: overview, isStale } = useLiveFigures(overviewUrl(choice), read);
  const { report, before } = overview;
  const isEmpty = report.totals.calls + report.totals.steps === 0;
  return (
    <main className="ledger savings">
      <SavingsHead choice={choice} today={today} isStale={isStale} onChoose={choose} />
      <SavingsTabs current="overview" />
      {faults.map((fault) => (
        <p key={fault} className="bad fault" role="alert">
          {fault}
        </p>
      ))}
      <SavingsTiles totals={report.totals} before={before?.totals ?? null} />
      <SavingsChart period={choice} overview={overview} chart={choice.chart} onChart={showChart} />
      <section>
        <div className="bar-row">
          <h2 id="where-from">Where it comes from</h2>
          <GroupingTabs choice={choice} />
        </div>
        {isEmpty ? <Nothing /> : <Groups overview={overview} choice={choice} unsplit={unsplit} />}
      </section>
      <SavingsFoot totals={report.totals} tokenizer={overview.tokenizer} />
    </main>
  );
}

/** The current choice, which is an address; changing the chart needs no new data. */
function useChoice(initial: SavingsChoice) {
  const router = useRouter();
  const asked = useSearchParams().get('chart');
  const chart = chartNames.find((name) => name === asked) ?? 'tokens';
  const choice = { ...initial, chart };
  return {
    choice,
    choose: (change: Partial<SavingsChoice>) =>
      router.push(savingsPath({ ...choice, ...change }), { scroll: false }),
    showChart: (chart: SavingsChoice['chart']) =>
      window.history.replaceState(null, '', savingsPath({ ...choice, chart })),
  };
}

const overviewUrl = ({ groupBy, from, to, isCompared }: SavingsChoice): string =>
  `/api/savings/overview?${new URLSearchParams({ by: groupBy, from, to, compare: isCompared ? '1' : '0' })}`;

function Groups(props: Pick<Props, 'overview' | 'choice' | 'unsplit'>) {
  const { overview, choice, unsplit } = props;
  const grouping = shownGroupings.find(({ name }) => name === choice.groupBy);
  return (
    <SavingsTable
      key={choice.groupBy}
      overview={overview}
      choice={choice}
      label={grouping?.label ?? ''}
      isCode={grouping?.isCode ?? false}
      unsplit={choice.groupBy === 'source' ? unsplit.map((server) => mcpPrefix + server) : []}
      labelledBy="where-from"
    />
  );
}

function Nothing() {
  return (
    <p className="nothing">
      <b>No tool calls in this period</b>
      This page counts every tool call: how long its result was, how much of it the model read, and how often
      the model asked for more. Choose other days, or start a conversation.
    </p>
  );
}
