import { formatExactMoney } from '#lib/core/algorithms/text/format-money.ts';
import type { StepRow } from '#lib/core/api/ledger-row.ts';
import { formatNumber } from '../ui/format-number.ts';
import { ConversationCell, WhoCell } from './calls-table.tsx';
import { formatMoment } from './format-day.ts';

const figures: readonly { name: string; title?: string; format: (row: StepRow) => string }[] = [
  { name: 'Input', format: ({ usage }) => tokens(usage.inputTokens) },
  { name: 'From cache', format: ({ usage }) => tokens(usage.cacheReadTokens) },
  { name: 'Output', format: ({ usage }) => tokens(usage.outputTokens) },
  { name: 'Input, our count', format: ({ countedTokens }) => tokens(countedTokens) },
  {
    name: 'Saved',
    title: 'Tokens of earlier results this step would have re-sent without the split',
    format: ({ carriedTokens }) => formatNumber(carriedTokens),
  },
  {
    name: 'Recalls',
    title: 'Tokens of earlier results that the model recalled',
    format: ({ recallTokens }) => formatNumber(recallTokens),
  },
  {
    name: 'Overhead',
    title: 'Tokens of the recall tool’s definition',
    format: ({ overheadTokens }) => formatNumber(overheadTokens),
  },
  { name: 'Price per million', title: 'Input, cached input, output', format: formatPrice },
  { name: 'Cost', format: ({ costMicrodollars }) => money(costMicrodollars) },
  {
    name: 'In money',
    title: 'What this step adds to what the row saved',
    format: ({ netMicrodollars }) => money(netMicrodollars),
  },
];

/** Single model calls, the latest first: the provider's figures, and what that step saved and cost. */
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
              {row.isRecall && <span className="badge">recall only</span>}
            </td>
            <WhoCell member={row.member} />
            {figures.map(({ name, format }) => (
              <td key={name}>{format(row)}</td>
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

function formatPrice({ price }: StepRow): string {
  if (price === null) return 'unknown';
  return [price.input, price.cachedInput ?? price.input, price.output].map(formatExactMoney).join(' · ');
}
