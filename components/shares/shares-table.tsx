import { parseLineRange } from '#lib/core/algorithms/lines/lines.ts';
import type { Share } from '#lib/core/vocabulary/share.ts';
import { shortLines } from '../artifacts/text/line-words.ts';
import { formatNumber } from '../ui/format-number.ts';
import { TimeText } from '../ui/time-text.tsx';
import type { SharesOf } from './shares-tabs.tsx';

const audiences: Record<Share['audience'], string> = { team: 'This team', link: 'Anyone with the link' };

export function SharesTable(props: { shares: Share[]; of: SharesOf; onRevoke: (share: Share) => void }) {
  const { shares, of, onRevoke } = props;
  const isOfTeam = of === 'team';
  return (
    <div className="table-scroll">
      <table aria-label={isOfTeam ? 'Team’s shares' : 'My shares'}>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="l">
              Lines
            </th>
            <th scope="col" className="l">
              Who can open it
            </th>
            {isOfTeam && (
              <th scope="col" className="l">
                Shared by
              </th>
            )}
            <th scope="col">Created</th>
            <th scope="col">Ends</th>
            <th scope="col">Views</th>
            <th scope="col">Last viewed</th>
            <th scope="col">
              <span className="vh">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} isOfTeam={isOfTeam} onRevoke={() => onRevoke(share)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ShareRow(props: { share: Share; isOfTeam: boolean; onRevoke: () => void }) {
  const { share, isOfTeam, onRevoke } = props;
  return (
    <tr>
      <th scope="row" className="clip name mono" title={share.title}>
        {share.title}
      </th>
      <td className="l">{linesOf(share)}</td>
      <td className="l">{audiences[share.audience]}</td>
      {isOfTeam && <td className="l">{share.createdBy.name}</td>}
      <td className="dim">
        <TimeText iso={share.createdAt} as="day-clock" />
      </td>
      <td>
        <TimeText iso={share.expiresAt} as="day-clock" />
      </td>
      <td>{viewsOf(share)}</td>
      <td className="dim">
        {share.lastViewedAt === null ? 'never' : <TimeText iso={share.lastViewedAt} as="day-clock" />}
      </td>
      <td>
        <button
          type="button"
          className="btn danger is-small"
          aria-label={`Revoke: ${share.title}`}
          onClick={onRevoke}
        >
          Revoke
        </button>
      </td>
    </tr>
  );
}

const viewsOf = ({ views, maxViews }: Share): string =>
  maxViews === null ? formatNumber(views) : `${formatNumber(views)} of ${formatNumber(maxViews)}`;

function linesOf({ lines }: Share): string {
  const range = lines === null ? null : parseLineRange(lines);
  return range === null ? 'All' : shortLines(range);
}
