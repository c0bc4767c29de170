import { formatExactMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { LedgerEntry } from '#lib/core/vocabulary/ledger/ledger.ts';
import { recallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import type { SavingsGroup } from '#lib/core/vocabulary/ledger/savings.ts';
import type { SavingsGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import { formatNumber } from '../ui/format-number.ts';
import { formatRate } from './format-rate.ts';

interface Props {
  group: SavingsGroup;
  by: SavingsGrouping;
  kind: LedgerEntry['kind'];
}

/** The totals of the rows below: the figures of the group. */
export function CallsSums({ group, by, kind }: Props) {
  const sums = kind === 'call' ? sumsOfCalls(group, by) : sumsOfSteps(group, by);
  return (
    <dl className="sums">
      {sums.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

type SumsView = readonly [name: string, text: string];

function sumsOfCalls(group: SavingsGroup, by: SavingsGrouping): SumsView[] {
  const rate = recallRate(group, by);
  return [
    ['Calls', formatNumber(group.calls)],
    ['Failed', formatNumber(group.failedCalls)],
    ['Full', formatNumber(group.fullTokens)],
    ['Sent', formatNumber(group.sentTokens)],
    ['Not sent', formatNumber(group.withheldTokens)],
    ['Saved', formatNumber(group.avoidedTokens)],
    ['Asked for more', rate === null ? '–' : formatRate(rate)],
  ];
}

/** A step belongs to no tool; only its savings do. */
function sumsOfSteps(group: SavingsGroup, by: SavingsGrouping): SumsView[] {
  const saved: SumsView[] = [
    ['Recalls and overhead', formatExactMoney(group.overheadMicrodollars)],
    ['Saved in money', money(group.netMicrodollars)],
  ];
  if (by === 'tool') return saved;
  return [
    ['Model calls', formatNumber(group.steps)],
    ['Input', formatNumber(group.inputTokens)],
    ['From cache', formatNumber(group.cacheReadTokens)],
    ['Output', formatNumber(group.outputTokens)],
    ['Cost', money(group.costMicrodollars)],
    ...saved,
  ];
}

const money = (microdollars: number | null): string =>
  microdollars === null ? 'unknown' : formatExactMoney(microdollars);
