import { parseLineRange } from '../../lib/core/lines.ts';
import type { Share } from '../../lib/core/share.ts';
import { shortLines } from '../artifacts/line-words.ts';
import { formatNumber } from '../ui/format-number.ts';
import { TimeText } from '../ui/time-text.tsx';

const audiences: Record<Share['audience'], string> = { team: 'This team', link: 'Anyone with the link' };

export function SharesTable({ shares, onRevoke }: { shares: Share[]; onRevoke: (share: Share) => void }) {
  return (
    <div className="table-scroll">
      <table aria-label="My shares">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="l">
              Lines
            </th>
            <th scope="col" className="l">
              Who can open it
            </th>
            <th scope="col">Made</th>
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
            <ShareRow key={share.id} share={share} onRevoke={() => onRevoke(share)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ShareRow({ share, onRevoke }: { share: Share; onRevoke: () => void }) {
  return (
    <tr>
      <th scope="row" className="clip name mono" title={share.title}>
        {share.title}
      </th>
      <td className="l">{linesOf(share)}</td>
      <td className="l">{audiences[share.audience]}</td>
      <td className="dim">
        <TimeText iso={share.createdAt} as="day-clock" />
      </td>
      <td>
        <TimeText iso={share.expiresAt} as="day-clock" />
      </td>
      <td>{formatNumber(share.views)}</td>
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

function linesOf({ lines }: Share): string {
  const range = lines === null ? null : parseLineRange(lines);
  return range === null ? 'All' : shortLines(range);
}
