'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SavingsFigures, SavingsGroup } from '../../lib/core/savings.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { formatMoney } from './format-money.ts';

type FigureName = keyof Pick<
  SavingsFigures,
  | 'calls'
  | 'failedCalls'
  | 'fullTokens'
  | 'sentTokens'
  | 'withheldTokens'
  | 'avoidedTokens'
  | 'netMicrodollars'
  | 'recalls'
>;
type SortKey = 'label' | FigureName;

const columns: readonly { name: FigureName; label: string; isQuiet?: true }[] = [
  { name: 'calls', label: 'Calls' },
  { name: 'failedCalls', label: 'Failed' },
  { name: 'fullTokens', label: 'Full', isQuiet: true },
  { name: 'sentTokens', label: 'Sent', isQuiet: true },
  { name: 'withheldTokens', label: 'Withheld' },
  { name: 'avoidedTokens', label: 'Avoided' },
  { name: 'netMicrodollars', label: 'Net' },
  { name: 'recalls', label: 'Recalls' },
];

interface Sort {
  key: SortKey;
  isDescending: boolean;
}

/** In full figures; every column can sort. */
export function SavingsTable({
  groups,
  label,
  isCode,
  labelledBy,
}: {
  groups: SavingsGroup[];
  /** What a row is. */
  label: string;
  /** Its names are not people's words. */
  isCode: boolean;
  labelledBy: string;
}) {
  const [sort, setSort] = useState<Sort>({ key: 'withheldTokens', isDescending: true });
  const rows = useMemo(() => [...groups].sort(comparing(sort)), [groups, sort]);
  const choose = (key: SortKey) =>
    setSort({ key, isDescending: sort.key === key ? !sort.isDescending : key !== 'label' });
  return (
    <div className="table-scroll">
      <table aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <SortHead name="label" label={label} sort={sort} onChoose={choose} />
            {columns.map(({ name, label }) => (
              <SortHead key={name} name={name} label={label} sort={sort} onChoose={choose} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((group) => (
            <tr key={group.key}>
              <th scope="row" className={isCode ? 'mono' : undefined}>
                {group.label}
              </th>
              {columns.map(({ name, isQuiet }) => (
                <td key={name} className={isQuiet ? 'dim' : undefined}>
                  {tellFigure(name, group[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Money that is not known is not zero. */
function tellFigure(name: FigureName, figure: number | null): string {
  if (figure === null) return '–';
  return name === 'netMicrodollars' ? formatMoney(figure) : formatNumber(figure);
}

function SortHead(props: { name: SortKey; label: string; sort: Sort; onChoose: (key: SortKey) => void }) {
  const isSorted = props.sort.key === props.name;
  const { isDescending } = props.sort;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" {...(isSorted ? { 'aria-sort': direction } : {})}>
      <button type="button" onClick={() => props.onChoose(props.name)}>
        {props.label}
        {isSorted && <Icon of={isDescending ? ChevronDown : ChevronUp} isSmall />}
      </button>
    </th>
  );
}

function comparing({ key, isDescending }: Sort): (a: SavingsGroup, b: SavingsGroup) => number {
  const sign = isDescending ? -1 : 1;
  if (key === 'label') return (a, b) => sign * a.label.localeCompare(b.label, 'en');
  const figure = (group: SavingsGroup) => group[key] ?? Number.NEGATIVE_INFINITY;
  return (a, b) => sign * Math.sign(figure(a) - figure(b) || 0) || a.label.localeCompare(b.label, 'en');
}
