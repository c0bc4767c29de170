import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { auditQuery } from '@vitrine/lib/operations/team/audit-query.ts';
import { readAudit } from '@vitrine/lib/operations/team/read-audit.ts';
import { notFound } from 'next/navigation';
import { SettingsShell } from '#components/layout/settings-shell.tsx';
import { AuditLogPage } from '#components/team/audit-page.tsx';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Audit log' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const { services, member, session, conversations } = await loadPage('/audit');
  if (!session.isTeam || !may(member, 'manage', { kind: 'team' })) notFound();
  const { action, ...asked } = await searchParams;
  const parsed = auditQuery.safeParse({ ...asked, action: [action ?? []].flat() });
  const query = parsed.data ?? auditQuery.parse({});
  const members = await services.stores.members.list();
  const { by = '', from = '', to = '' } = query;
  return (
    <SettingsShell session={session} conversations={conversations}>
      <AuditLogPage
        choice={{ action: query.action?.[0] ?? '', by, from, to }}
        people={members.map(({ id, name }) => ({ id, name }))}
        isMisread={!parsed.success}
        {...(await readAudit(services, member, query))}
      />
    </SettingsShell>
  );
}
