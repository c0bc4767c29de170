import { formatExactMoney } from '../../lib/core/format-money.ts';
import type { StepRow } from '../../lib/core/ledger-row.ts';
import { formatNumber } from '../ui/format-number.ts';
import { ConversationCell, WhoCell } from './calls-table.tsx';
import { formatMoment } from './format-day.ts';

const figures: readonly { name: string; title?: string; tell: (row: StepRow) => string }[] = [
  { name: 'Input', tell: ({ usage }) => tokens(usage.inputTokens) },
  { name: 'From cache', tell: ({ usage }) => tokens(usage.cacheReadTokens) },
  { name: 'Output', tell: ({ usage }) => tokens(usage.outputTokens) },
  { name: 'Input as we count', tell: ({ countedTokens }) => tokens(countedTokens) },
  {
    name: 'Avoided',
    title: 'What a plain host would have sent more of earlier results',
    tell: ({ carriedTokens }) => formatNumber(carriedTokens),
  },
  {
    name: 'Recalls',
    title: 'What the model had read more of earlier results',
    tell: ({ recallTokens }) => formatNumber(recallTokens),
  },
  {
    name: 'Overhead',
    title: 'The definition of the tool that reads more',
    tell: ({ overheadTokens }) => formatNumber(overheadTokens),
  },
  { name: 'Prices a million', title: 'Of input, input from cache, and output', tell: tellPrice },
  { name: 'Cost', tell: ({ costMicrodollars }) => money(costMicrodollars) },
  {
    name: 'Net',
    title: 'What it adds to the net of the row',
    tell: ({ netMicrodollars }) => money(netMicrodollars),
  },
];

/** Single model calls, the latest first: what the provider reports, and what that step saved and cost. */
export function StepsTable({ rows, label }: { rows: readonly StepRow[]; label: string }) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">When (UTC)</th>
          <th scope="col" className="l">
            Conversation
          </th>
          <th scope="col" className="l">
            Model
          </th>
          <th scope="col" className="l">
            Who
          </th>
          {figures.map(({ name, title }) => (
            <th key={name} scope="col" title={title}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="dim">
              <time dateTime={row.timestamp}>{formatMoment(row.timestamp)}</time>
            </td>
            <ConversationCell conversation={row.conversation} />
            <td className="l">
              <span className="mono">{row.model}</span>
              {row.isRecall && <span className="badge">only read more</span>}
            </td>
            <WhoCell member={row.member} />
            {figures.map(({ name, tell }) => (
              <td key={name}>{tell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const tokens = (count: number | null): string => (count === null ? 'unknown' : formatNumber(count));

const money = (microdollars: number | null): string =>
  microdollars === null ? 'unknown' : formatExactMoney(microdollars);

function tellPrice({ price }: StepRow): string {
  if (price === null) return 'unknown';
  return [price.input, price.cachedInput ?? price.input, price.output].map(formatExactMoney).join(' · ');
}
