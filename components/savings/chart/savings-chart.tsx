'use client';

import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { SavingsOverview } from '#lib/core/api/savings-overview.ts';
import { formatRange } from '../format-day.ts';
import { type ChartName, chartNames, formatBefore, type SavingsPeriod } from '../savings-choice.ts';
import { binDays, binSizeOf } from './chart-bins.ts';
import { type ChartKind, chartKinds } from './chart-kinds.ts';
import { ChartPlot } from './chart-plot.tsx';
import { ChartTable } from './chart-table.tsx';

interface Props {
  period: SavingsPeriod;
  overview: SavingsOverview;
  chart: ChartName;
  onChart: (chart: ChartName) => void;
}

/** The figures over time, from the first day to the last. */
export function SavingsChart({ period: { from, to }, overview, chart, onChart }: Props) {
  'use memo';
  const [isTable, setIsTable] = useState(false);
  const size = binSizeOf(from, to);
  const { days, before } = overview;
  const bins = binDays({ from, to, size }, days, before?.days ?? null);
  const kind = chartKinds[chart];
  const beforeName = formatBefore({ from, to }).replace(/^the (?=\d)/, '');
  return (
    <section className="chartbox">
      <div className="bar-row">
        <h2 id="over-time">By {size}</h2>
        <IconButton
          icon={Table2}
          label="Show as a table"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        />
        {!isTable && <ChartKey kind={kind} beforeName={before && beforeName} />}
        {!isTable && (
          <fieldset className="seg" aria-label="What the chart shows">
            {chartNames.map((name) => (
              <button key={name} type="button" aria-pressed={name === chart} onClick={() => onChart(name)}>
                {chartKinds[name].label}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      {isTable ? (
        <ChartTable bins={bins} rowName={rowNames[size]} beforeName={beforeName} labelledBy="over-time" />
      ) : (
        <ChartPlot
          key={size}
          bins={bins}
          size={size}
          kind={kind}
          label={`${kind.label} by ${size}, ${formatRange(from, to)}`}
        />
      )}
    </section>
  );
}

const rowNames = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' } as const;

function ChartKey({ kind, beforeName }: { kind: ChartKind; beforeName: string | null }) {
  return (
    <>
      {kind.outlined && (
        <span className="key">
          <i className="o" />
          {kind.outlined.name}
        </span>
      )}
      <span className="key">
        <i />
        {kind.filled.keyText}
      </span>
      {beforeName !== null && (
        <span className="key">
          <i className="w" />
          {kind.filled.name}, {beforeName}
        </span>
      )}
    </>
  );
}
