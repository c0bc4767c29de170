import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { readRecalls } from '@vitrine/lib/operations/savings/read-recalls.ts';
import { loadPage } from '#app/page-session.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { RecallsPage } from '#components/savings/recalls/recalls-page.tsx';

export const metadata = { title: 'Why the model asked for more' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Shows only one tool when the address names one. */
export default async function Page({ searchParams }: Props) {
  const { tool } = await searchParams;
  const { services, member, session, conversations } = await loadPage('/savings/recalls');
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <RecallsPage
        report={await readRecalls(services)}
        tool={typeof tool === 'string' && tool !== '' ? tool.slice(0, 200) : null}
        isAdmin={may(member, 'manage', { kind: 'team' })}
      />
    </AppShell>
  );
}
