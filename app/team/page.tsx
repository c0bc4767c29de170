import { may } from '@vitrine/lib/core/vocabulary/rights.ts';
import { retentionOf } from '@vitrine/lib/core/vocabulary/team/retention.ts';
import { readWebhook } from '@vitrine/lib/operations/team/change-webhook.ts';
import { readModelCosts } from '@vitrine/lib/operations/team/read-model-costs.ts';
import { readRetentionPreview } from '@vitrine/lib/operations/team/read-retention-preview.ts';
import { readStoragePace } from '@vitrine/lib/operations/team/read-storage-pace.ts';
import { readTeamSettings } from '@vitrine/lib/operations/team/read-team-settings.ts';
import { SettingsShell } from '#components/layout/settings-shell.tsx';
import { TeamPage } from '#components/team/team-page.tsx';
import { loadPage } from '../page-session.ts';

export const metadata = { title: 'Team' };

export default async function Page() {
  const { services, member, session, conversations } = await loadPage('/team');
  const isAdmin = may(member, 'manage', { kind: 'team' });
  const settings = await readTeamSettings(services, member);
  const { continuesRuns, readsInstructionFiles, teamInstructions } = settings;
  return (
    <SettingsShell session={session} conversations={conversations}>
      <TeamPage
        lifetimeSeconds={await services.readLifetime()}
        standardSeconds={services.config.artifactTtlSeconds}
        bytesPerDay={isAdmin ? await readStoragePace(services, member) : null}
        storage={await services.stores.artifacts.readUsage()}
        retention={retentionOf(settings)}
        unchanged={isAdmin ? await readRetentionPreview(services) : {}}
        continuesRuns={continuesRuns}
        models={session.models}
        modelCosts={await readModelCosts(services)}
        prompts={await services.stores.prompts.list()}
        member={session.member}
        instructions={{ readsInstructionFiles, teamInstructions }}
        webhook={isAdmin ? await readWebhook(services) : null}
        isAdmin={isAdmin}
      />
    </SettingsShell>
  );
}
