import type { ReactNode } from 'react';
import { formatMoney } from '#lib/core/algorithms/text/format-money.ts';
import { limits } from '#lib/core/limits.ts';
import { callsThatRead, highRecallRate, recallRate } from '#lib/core/vocabulary/ledger/recall-rate.ts';
import type { SavingsFigures } from '#lib/core/vocabulary/ledger/savings.ts';
import { formatCount, formatNumber } from '../ui/format-number.ts';
import { AuditTerm } from './audit-term.tsx';
import { formatNetChange, formatRateChange, formatTokenChange } from './format-change.ts';
import { formatRate } from './format-rate.ts';
import { shortFigure } from './short-figure.ts';

interface Props {
  totals: SavingsFigures;
  /** The period before; `null`: not compared. */
  before: SavingsFigures | null;
}

/** Figures that are never added together. */
export function SavingsTiles({ totals, before }: Props) {
  return (
    <section className="tiles" aria-label="Totals">
      <TokensTile
        title="Not sent to the model"
        audited="withheld"
        tokens={totals.withheldTokens}
        change={before && formatTokenChange('withheldTokens', totals, before)}
        text="What people saw and the model did not have to read. Not money: part of it no other tool would have sent."
      />
      <TokensTile
        title="Saved"
        audited="avoided"
        tokens={totals.avoidedTokens}
        change={before && formatTokenChange('avoidedTokens', totals, before)}
        text={`The part another tool would have sent: each result counted up to ${formatNumber(limits.admittedTokens)} tokens.`}
      />
      <NetTile totals={totals} before={before} />
      <RecallTile totals={totals} before={before} />
    </section>
  );
}

interface TileProps {
  title: string;
  /** What the audit, its exports and the docs call it. */
  audited: string;
  change: string | null;
  text: string;
}

function Tile(props: TileProps & { children: ReactNode }) {
  return (
    <div className="tile">
      <h2>
        {props.title}
        <AuditTerm term={props.audited} />
      </h2>
      {props.children}
      {props.change && <div className="cmp">{props.change}</div>}
      <p>{props.text}</p>
    </div>
  );
}

function TokensTile(props: TileProps & { tokens: number }) {
  return (
    <Tile {...props}>
      <div className="tile-figure" title={`${formatNumber(props.tokens)} tokens`}>
        {shortFigure(props.tokens)}
        <small>tokens</small>
      </div>
    </Tile>
  );
}

function NetTile({ totals, before }: Props) {
  const { netMicrodollars, steps, unpricedSteps } = totals;
  const isKnown = netMicrodollars !== null;
  return (
    <Tile
      title="Saved in money"
      audited="net"
      change={before && formatNetChange(totals, before)}
      text={
        isKnown
          ? `What the avoided tokens would have cost in later steps, at the cache-read price. After recalls and our own ${formatMoney(totals.overheadMicrodollars)}. ${formatUnpriced(steps, unpricedSteps)}`
          : 'No model has a known price, so we cannot show money. That does not mean $0.'
      }
    >
      <div className="tile-figure">
        {isKnown ? formatMoney(netMicrodollars) : <span className="mid">Not known</span>}
      </div>
    </Tile>
  );
}

const formatUnpriced = (steps: number, unpriced: number): string =>
  unpriced === 0
    ? ''
    : `${formatNumber(unpriced)} of ${formatCount(steps, 'step')} ${unpriced === 1 ? 'has' : 'have'} no known price and ${unpriced === 1 ? 'is' : 'are'} left out.`;

function RecallTile({ totals, before }: Props) {
  const rate = recallRate(totals);
  return (
    <Tile
      title="Asked for more"
      audited="recall rate"
      change={before && formatRateChange(totals, before)}
      text={`How often the model wanted more than its view. Above ${formatRate(highRecallRate)} views are too short.`}
    >
      <div className="tile-figure">
        {rate === null ? '–' : formatRate(rate)}
        <small>of {formatCount(callsThatRead(totals), 'call')}</small>
      </div>
    </Tile>
  );
}
