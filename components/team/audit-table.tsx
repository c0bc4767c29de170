import type { AuditEntry } from '#lib/core/vocabulary/team/audit.ts';
import { scrollRegion } from '../ui/scroll-region.ts';
import { TimeText } from '../ui/time-text.tsx';
import { auditDetail } from './audit-detail.ts';
import { auditWords } from './audit-words.ts';

export function AuditTable({ entries }: { entries: AuditEntry[] }) {
  return (
    <div className="table-scroll" {...scrollRegion('Entries')}>
      <table aria-label="Audit log">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col" className="l">
              Who
            </th>
            <th scope="col" className="l">
              Action{' '}
            </th>
            <th scope="col" className="l">
              Target
            </th>
            <th scope="col" className="l">
              Details
            </th>
            <th scope="col" className="l">
              Network
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { timestamp, action, by, subject, network } = entry;
  const detail = auditDetail(entry);
  return (
    <tr>
      <td className="dim">
        <TimeText iso={timestamp} as="full" />
      </td>
      <td className="l clip name" title={by?.id}>
        {by?.name ?? <span className="dim">not signed in</span>}
      </td>
      <td className="l">{auditWords[action]}</td>
      <td className="l clip name" title={subject?.name}>
        {subject?.name}
      </td>
      <td className="l clip name mid" title={detail}>
        {detail}
      </td>
      <td className="l dim mono">{network}</td>
    </tr>
  );
}
