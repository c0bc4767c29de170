import { limits } from '../../lib/core/limits.ts';
import type { SavingsFigures } from '../../lib/core/savings.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { formatMoney } from './format-money.ts';
import { shortFigure } from './short-figure.ts';

export function SavingsTiles({ totals }: { totals: SavingsFigures }) {
  return (
    <section className="tiles" aria-label="Totals">
      <TokensTile
        title="Withheld"
        tokens={totals.withheldTokens}
        text="Full text less what was sent. Counts text that no host would have sent whole, so it is not money."
      />
      <TokensTile
        title="Avoided"
        tokens={totals.avoidedTokens}
        text={`The same, with each result capped at ${formatNumber(limits.admittedTokens)} tokens: what a plain host would have let in.`}
      />
      <NetTile totals={totals} />
      <RecallTile recalls={totals.recalls} calls={totals.calls - totals.recalls} />
    </section>
  );
}

function TokensTile({ title, tokens, text }: { title: string; tokens: number; text: string }) {
  return (
    <div className="tile">
      <h2>{title}</h2>
      <div className="fig" title={`${formatNumber(tokens)} tokens`}>
        {shortFigure(tokens)}
        <small>tokens</small>
      </div>
      <p>{text}</p>
    </div>
  );
}

function NetTile({ totals: { netMicrodollars, steps, unpricedSteps } }: { totals: SavingsFigures }) {
  const isKnown = netMicrodollars !== null;
  return (
    <div className="tile">
      <h2>Net</h2>
      <div className="fig">
        {isKnown ? formatMoney(netMicrodollars) : <span className="mid">Not known</span>}
      </div>
      <p>
        {isKnown
          ? `Avoided tokens at each later step, at the cache-read price, less recalls and overhead. ${tellUnpriced(steps, unpricedSteps)}`
          : 'No model has a known price, so there is no figure in money. It is not zero.'}
      </p>
    </div>
  );
}

const tellUnpriced = (steps: number, unpriced: number): string =>
  unpriced === 0
    ? ''
    : `${formatNumber(unpriced)} of ${formatCount(steps, 'step')} ${unpriced === 1 ? 'has' : 'have'} no known price and ${unpriced === 1 ? 'is' : 'are'} left out.`;

/** A recall is itself a call: it is asked how often the others needed one. */
function RecallTile({ recalls, calls }: { recalls: number; calls: number }) {
  const percent = calls === 0 ? null : Math.round((1_000 * recalls) / calls) / 10;
  return (
    <div className="tile">
      <h2>Recall rate</h2>
      <div className="fig">
        {percent === null ? '–' : `${percent}%`}
        <small>of {formatCount(calls, 'other call')}</small>
      </div>
      <p>How often the model came back for more. Above 15% a view is too thin.</p>
    </div>
  );
}
