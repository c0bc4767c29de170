'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { SavingsOverview } from '#lib/core/api/savings-overview.ts';
import { formatCount } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { scrollRegion } from '../ui/scroll-region.ts';
import type { SavingsChoice } from './savings-choice.ts';
import { SavingsRow } from './savings-row.tsx';
import { type FigureColumn, figureColumns, nextSort, type Sort, sortGroups, weeksOf } from './sort-groups.ts';

const columnLabels: Record<FigureColumn, string> = {
  calls: 'Calls',
  fullTokens: 'Full',
  sentTokens: 'Sent',
  withheldTokens: 'Not sent',
  avoidedTokens: 'Saved',
  netMicrodollars: 'In money',
  recallRate: 'Asked for more',
  weeks: 'Last 12 weeks',
};

/** Rows shown until the reader asks for more. */
const firstRows = 100;

interface Props {
  overview: SavingsOverview;
  choice: SavingsChoice;
  /** Header of the first column. */
  label: string;
  /** Its names are identifiers, not words. */
  isCode: boolean;
  /** Keys of the groups whose results are not split. */
  unsplit: readonly string[];
  labelledBy: string;
}

/** Full figures; every column sorts, and every row opens. */
export function SavingsTable({ overview, choice, label, isCode, unsplit, labelledBy }: Props) {
  'use memo';
  const { groupBy, from, to } = choice;
  const { weeks } = overview;
  const { groups } = overview.report;
  const [sort, setSort] = useState<Sort>({
    key: groupBy === 'day' ? 'label' : 'withheldTokens',
    isDescending: true,
  });
  const [open, toggle] = useOpen();
  const [isWhole, setIsWhole] = useState(false);
  const rows = sortGroups({ groups, groupBy, weeks }, sort);
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  const head = (key: Sort['key'], name: string) => (
    <SortHead key={key} label={name} sort={sort} name={key} onChoose={() => setSort(nextSort(sort, key))} />
  );
  return (
    <>
      <div className="table-scroll" {...scrollRegion('Figures')}>
        <table aria-labelledby={labelledBy}>
          <thead>
            <tr>
              {head('label', label)}
              {figureColumns.map((column) => head(column, columnLabels[column]))}
            </tr>
          </thead>
          <tbody>
            {shown.map((group) => (
              <SavingsRow
                key={group.key}
                group={group}
                of={{ by: groupBy, key: group.key, from, to }}
                weeks={weeksOf(weeks, group.key) ?? noWeeks}
                isCode={isCode}
                isUnsplit={unsplit.includes(group.key)}
                isOpen={open.has(group.key)}
                onToggle={() => toggle(group.key)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <p className="after-rows">
          {formatCount(shown.length, 'row')} of {rows.length.toLocaleString('en-US')}.{' '}
          <button type="button" className="link" onClick={() => setIsWhole(true)}>
            All rows
          </button>
        </p>
      )}
    </>
  );
}

const noWeeks: readonly number[] = Array.from({ length: 12 }, () => 0);

/** The keys of the open rows. */
function useOpen() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return [open, toggle] as const;
}

function SortHead(props: { name: Sort['key']; label: string; sort: Sort; onChoose: () => void }) {
  const isSorted = props.sort.key === props.name;
  const { isDescending } = props.sort;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" {...(isSorted ? { 'aria-sort': direction } : {})}>
      <button type="button" onClick={props.onChoose}>
        {props.label}
        {isSorted && <Icon of={isDescending ? ChevronDown : ChevronUp} isSmall />}
      </button>
    </th>
  );
}
