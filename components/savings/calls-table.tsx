import type { CallRow } from '#lib/core/api/ledger-row.ts';
import type { SavingsGrouping } from '#lib/core/vocabulary/ledger/sums.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { formatFullTokens } from '../artifacts/cards/format-full-tokens.ts';
import { formatNumber } from '../ui/format-number.ts';
import { PageLink } from '../ui/page-link.tsx';
import { formatMoment } from './format-day.ts';

interface Props {
  rows: readonly CallRow[];
  /** How the calls are grouped: by tool, the tool need not be named. */
  by: SavingsGrouping;
  label: string;
}

/** Single calls, the latest first. Details that the reader may not see are omitted. */
export function CallsTable({ rows, by, label }: Props) {
  return (
    <table className="calls" aria-label={label}>
      <colgroup>
        {columnWidths.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their index
          <col key={index} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">When (UTC)</th>
          <th scope="col" className="l">
            Conversation
          </th>
          <th scope="col" className="l">
            {by === 'tool' ? 'Command' : 'Tool and command'}
          </th>
          <th scope="col" className="l">
            Who
          </th>
          {['Full', 'Sent', 'Not sent', 'Saved', 'Recalls'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col" className="l">
            Proof
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CallLine key={row.id} row={row} isToolShown={by !== 'tool'} />
        ))}
      </tbody>
    </table>
  );
}

/** What names something has the room that is left. */
const columnWidths = ['92px', 'auto', 'auto', '128px', '92px', '64px', '84px', '84px', '64px', '88px'];

function CallLine({ row, isToolShown }: { row: CallRow; isToolShown: boolean }) {
  return (
    <tr>
      <td className="dim">
        <time dateTime={row.timestamp}>{formatMoment(row.timestamp)}</time>
      </td>
      <ConversationCell conversation={row.conversation} />
      <td className="clip l mono" title={row.title}>
        {isToolShown && <span className="dim">{toolLabel(row.toolName)} </span>}
        {row.title}
        {outcomeOf(row) && <span className="bad"> {outcomeOf(row)}</span>}
      </td>
      <WhoCell member={row.member} />
      <td className="dim">{formatFull(row)}</td>
      <td>{isCounted(row) ? formatNumber(row.sentTokens) : <span className="dim">–</span>}</td>
      <td>{formatNumber(row.withheldTokens)}</td>
      <td>{formatNumber(row.avoidedTokens)}</td>
      <td>{formatNumber(row.recalls)}</td>
      <td className="l">
        {row.artifactId !== null && row.conversation !== null ? (
          <PageLink className="link" href={`/c/${row.conversation.id}#${row.artifactId}:both`}>
            Both views
          </PageLink>
        ) : (
          <span className="dim">–</span>
        )}
      </td>
    </tr>
  );
}

/** Whether its tokens are in the totals: failed calls and results that are not text only count as calls. */
const isCounted = ({ success, isReversal, fullTokens }: CallRow): boolean =>
  (success || isReversal) && fullTokens !== null;

const formatFull = (row: CallRow): string =>
  isCounted(row)
    ? formatFullTokens({ fullTokens: row.fullTokens, fullTokensEstimated: row.isEstimated })
    : 'not counted';

/** A call whose process ended before its outcome was recorded appears twice: as recorded, and as reversed. */
function outcomeOf({ success, isReversal }: CallRow): string | null {
  if (isReversal) return 'reversed';
  return success ? null : 'failed';
}

export function ConversationCell({ conversation }: Pick<CallRow, 'conversation'>) {
  if (conversation === null) return <td className="clip l dim">private or deleted</td>;
  return (
    <td className="clip l" title={conversation.title}>
      {conversation.title}
    </td>
  );
}

/** Other members' calls are in the totals, but without their names. */
export function WhoCell({ member }: Pick<CallRow, 'member'>) {
  return (
    <td className="clip l" title={member ?? undefined}>
      {member ?? <span className="dim">other</span>}
    </td>
  );
}
