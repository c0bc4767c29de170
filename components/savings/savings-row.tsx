import { ChevronDown, ChevronRight } from 'lucide-react';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import { highRecallRate, recallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import type { SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import type { CallsOf } from './calls-address.ts';
import { DrillDown } from './drill-down.tsx';
import { formatRate } from './format-rate.ts';
import { figureColumns } from './sort-groups.ts';
import { Spark } from './spark.tsx';

interface Props {
  group: SavingsGroup;
  of: CallsOf;
  weeks: readonly number[];
  isCode: boolean;
  /** Its results are not split: the model reads them whole. */
  isUnsplit: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** The figures of one tool, member, …; when opened, the calls behind them. Unknown costs are not zero. */
export function SavingsRow({ group, of, weeks, isCode, isUnsplit, isOpen, onToggle }: Props) {
  const { netMicrodollars } = group;
  const rate = recallRate(group, of.by);
  const isHigh = rate !== null && rate > highRecallRate;
  return (
    <>
      <tr className={isOpen ? 'is-open' : undefined}>
        <th scope="row">
          <button type="button" className="fold" aria-expanded={isOpen} onClick={onToggle}>
            <Icon of={isOpen ? ChevronDown : ChevronRight} isSmall />
            <span className={isCode && group.label === group.key ? 'clip mono' : 'clip'} title={group.label}>
              {group.label}
            </span>
          </button>
          {isUnsplit && <span className="badge">not split</span>}
          {isHigh && <span className="badge warn">above {formatRate(highRecallRate)}</span>}
          {isHigh && of.by === 'tool' && (
            <PageLink className="link why-back" href={whyPath(of)}>
              Why the model asked for more
            </PageLink>
          )}
        </th>
        <td>{formatNumber(group.calls)}</td>
        <td className="dim">{formatNumber(group.fullTokens)}</td>
        <td className="dim">{formatNumber(group.sentTokens)}</td>
        <td>{formatNumber(group.withheldTokens)}</td>
        <td>{formatNumber(group.avoidedTokens)}</td>
        <td className={netMicrodollars === null ? 'dim' : 'strong'}>
          {netMicrodollars === null ? 'unknown' : formatMoney(netMicrodollars)}
        </td>
        <td className={rate === null ? 'dim' : isHigh ? 'warn strong' : undefined}>
          {rate === null ? '–' : formatRate(rate)}
        </td>
        <td>
          <Spark values={weeks} />
        </td>
      </tr>
      {isOpen && (
        <tr className="drill">
          <td colSpan={figureColumns.length + 1}>
            <DrillDown of={of} group={group} />
          </td>
        </tr>
      )}
    </>
  );
}

const whyPath = ({ key }: CallsOf): string => `/savings/recalls?${new URLSearchParams({ tool: key })}`;
