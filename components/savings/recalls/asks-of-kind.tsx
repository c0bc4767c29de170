import { HiddenText } from '#components/artifacts/text/hidden-text.tsx';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { PageLink } from '#components/ui/page-link.tsx';
import { useResource } from '#components/ui/use-resource.ts';
import type { AskGroup, AskRow, RecallAsks } from '#lib/core/api/recall-asks.ts';
import type { KindReading } from '#lib/core/vocabulary/ledger/kind-reading.ts';
import { kindKey } from '#lib/core/vocabulary/ledger/sums.ts';
import { formatMoment } from '../format-day.ts';

/** The recalls of views of one kind: similar ones are grouped, each with its latest. */
export function AsksOfKind({ kind }: { kind: KindReading }) {
  const query = new URLSearchParams({ kind: kindKey(kind.toolName, kind.summarizer) });
  const { value, failure } = useResource<RecallAsks>(`/api/savings/recalls/asks?${query}`, {
    revision: kind.recalls,
  });
  const asks = failure ? null : value;
  return (
    <div className="drill-in">
      {asks && asks.groups.length > 0 && (
        <AsksTable groups={asks.groups} label={`What the model asked for: ${kind.toolName}`} />
      )}
      {asks && <p className="drill-foot">{formatRest(asks)}</p>}
      {failure && (
        <p className="drill-foot" role="alert">
          {failure.error}
        </p>
      )}
    </div>
  );
}

function formatRest({ groups, hiddenCount, isCut }: RecallAsks): string {
  if (groups.length === 0 && hiddenCount === 0)
    return 'The model asked for nothing more of these results in the last 30 days.';
  const hidden =
    hiddenCount === 0
      ? ''
      : `${formatCount(hiddenCount, 'recall')} in private or deleted conversations ${hiddenCount === 1 ? 'is' : 'are'} not shown. `;
  const read = isCut ? 'The latest 500 recalls' : 'All recalls';
  return `${hidden}${read} of the last 30 days. Similar ones are grouped; each group shows the latest three.`;
}

const columnWidths = ['auto', '56px', '28%', '24%', '104px', '84px'];

function AsksTable({ groups, label }: { groups: readonly AskGroup[]; label: string }) {
  return (
    <table className="recall-asks" aria-label={label}>
      <colgroup>
        {columnWidths.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their index
          <col key={index} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Asked for</th>
          <th scope="col">Times</th>
          {['Result', 'Conversation', 'When (UTC)', 'Proof'].map((name) => (
            <th key={name} scope="col" className="l">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groups.flatMap(({ count, latest }) =>
          latest.map((row, index) => <AskLine key={row.id} row={row} count={index === 0 ? count : null} />),
        )}
      </tbody>
    </table>
  );
}

/** @param props.count number of similar recalls; `null`: shown on the first of them */
function AskLine({ row, count }: { row: AskRow; count: number | null }) {
  const { ask, title, conversation, timestamp, artifactId } = row;
  return (
    <tr className={count === null ? 'alike' : undefined}>
      <td className="clip mono" title={ask}>
        <HiddenText text={ask} />
      </td>
      <td>{count !== null && formatNumber(count)}</td>
      <td className="clip l mono" title={title}>
        <HiddenText text={title} />
      </td>
      <td className="clip l" title={conversation.title}>
        {conversation.title}
      </td>
      <td className="l dim">
        <time dateTime={timestamp}>{formatMoment(timestamp)}</time>
      </td>
      <td className="l">
        {artifactId === null ? (
          <span className="dim">–</span>
        ) : (
          <PageLink className="link" href={`/c/${conversation.id}#${artifactId}:both`}>
            Both views
          </PageLink>
        )}
      </td>
    </tr>
  );
}
