import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { mcpSignInFailures } from '@vitrine/lib/core/vocabulary/tools/mcp-sign-in.ts';
import { readAgentViews } from '@vitrine/lib/operations/team/change-agents.ts';
import { readMcpServerViews } from '@vitrine/lib/operations/team/read-mcp-server-views.ts';
import { readKnownAllowedCalls } from '@vitrine/lib/operations/team/read-team-settings.ts';
import { readToolFileViews } from '@vitrine/lib/operations/team/read-tool-file-views.ts';
import { SettingsShell } from '#components/layout/settings-shell.tsx';
import { ToolsPage } from '#components/tools/tools-page.tsx';
import { loadPage, readSiteUrl } from '../page-session.ts';

export const metadata = { title: 'Tools' };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Page({ searchParams }: Props) {
  const { failure } = await searchParams;
  const { services, member, session, conversations } = await loadPage('/tools');
  const isAdmin = may(member, 'manage', { kind: 'team' });
  return (
    <SettingsShell session={session} conversations={conversations}>
      <ToolsPage
        approvals={await services.readApprovals()}
        allowedCalls={await readKnownAllowedCalls(services, member)}
        excludedTools={services.config.excludedTools}
        toolFiles={await readToolFileViews(services, isAdmin)}
        workspaces={isAdmin ? await services.runners.listWorkspaces() : []}
        mcpCommands={isAdmin ? services.config.mcpCommands.allowed.map(({ pattern }) => pattern) : []}
        agents={await readAgentViews(services)}
        models={session.models}
        servers={await readMcpServerViews(services, member)}
        siteUrl={await readSiteUrl()}
        signInFailure={mcpSignInFailures.find((known) => known === failure) ?? null}
        isTeam={session.isTeam}
        isAdmin={isAdmin}
      />
    </SettingsShell>
  );
}
