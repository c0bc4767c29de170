import { Download } from 'lucide-react';
import type { AuditEntry } from '#lib/core/vocabulary/team/audit.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { type AuditChoice, auditSearch } from './audit-choice.ts';
import { AuditFilterForm } from './audit-filter-form.tsx';
import { AuditTable } from './audit-table.tsx';

/** The audit log, latest first, a page at a time. */
export function AuditLogPage(props: {
  choice: AuditChoice;
  people: { id: string; name: string }[];
  entries: AuditEntry[];
  /** Where the next page begins; `null`: this is the last. */
  older: string | null;
  /** The address contains invalid filters. */
  isMisread: boolean;
}) {
  const { choice, entries, older } = props;
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Audit log</h1>
        <a className="btn" href={`/api/audit${auditSearch(choice, { format: 'csv' })}`} download>
          <Icon of={Download} isSmall />
          CSV
        </a>
      </header>
      <AuditFilterForm key={auditSearch(choice)} choice={choice} people={props.people} />
      {props.isMisread && (
        <p className="bad" role="alert">
          This filter is not valid. Choose again.
        </p>
      )}
      {entries.length === 0 ? (
        <p className="nothing">
          <b>No results</b>
          The audit log records sign-ins, invites, shares, approvals and changed settings. Choose other
          filters to see more.
        </p>
      ) : (
        <AuditTable entries={entries} />
      )}
      {older !== null && (
        <p className="page-turns">
          <a className="btn" href={`/audit${auditSearch(choice, { before: older })}`}>
            Older
          </a>
        </p>
      )}
    </main>
  );
}
