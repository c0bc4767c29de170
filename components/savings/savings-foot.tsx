import type { SavingsFigures } from '#lib/core/vocabulary/ledger/savings.ts';
import { formatCount } from '../ui/format-number.ts';
import { PageLink } from '../ui/page-link.tsx';
import { formatRate } from './format-rate.ts';

/** How far the figures can be trusted. */
export function SavingsFoot({ totals, tokenizer }: { totals: SavingsFigures; tokenizer: string }) {
  return (
    <div className="honest">
      <div>
        <b>How it is counted</b>
        Tokens with {tokenizer}. Failed calls, images and binary results credit nothing. Each call counts
        once, however often it was retried. {formatEstimated(totals.estimatedCalls)}
      </div>
      <div>
        <b>Reconciled</b>
        {formatReconciled(totals)}
      </div>
      <div>
        <b>Checked</b>
        Count these figures again at any time, from the recorded requests and results:{' '}
        <PageLink className="link" href="/savings/proof">
          Proof
        </PageLink>
      </div>
    </div>
  );
}

const formatEstimated = (calls: number): string =>
  calls === 0 ? '' : `For ${formatCount(calls, 'long result')} we counted some parts and estimated the rest.`;

/** How much the providers' own counts differ from ours, over the steps that both have counted. */
function formatReconciled({ steps, reconciled }: SavingsFigures): string {
  if (steps === 0) return 'No model calls in this period.';
  const { countedTokens, reportedTokens } = reconciled;
  if (reconciled.steps === 0 || countedTokens === 0) {
    return 'The providers did not report input tokens, so we have nothing to compare with.';
  }
  const difference = (reportedTokens - countedTokens) / countedTokens;
  const amount =
    difference === 0
      ? 'exactly the input we count'
      : `${formatRate(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} input than we count`;
  const remaining = steps - reconciled.steps;
  const remainder =
    remaining === 0 ? '' : ` For ${formatCount(remaining, 'other step')} they reported no input to compare.`;
  return `Over the same ${formatCount(reconciled.steps, 'step')} the providers report ${amount}. Their figure is used for money.${remainder}`;
}
