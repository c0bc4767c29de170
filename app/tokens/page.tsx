import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { listTokens } from '@vitrine/lib/operations/team/api-tokens.ts';
import { AppShell } from '#components/layout/app-shell.tsx';
import { TokensPage } from '#components/team/tokens-page.tsx';
import { loadPage, readSiteUrl } from '../page-session.ts';

export const metadata = { title: 'API tokens' };

export default async function Page() {
  const { services, session, conversations } = await loadPage('/tokens');
  const { member } = session;
  return (
    <AppShell session={session} conversations={conversations} currentConversationId={null}>
      <TokensPage
        tokens={await listTokens(services, member.id)}
        isAdmin={may(member, 'manage', { kind: 'team' })}
        siteUrl={await readSiteUrl()}
      />
    </AppShell>
  );
}
