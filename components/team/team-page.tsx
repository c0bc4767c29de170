import type { ModelView } from '#lib/core/api/model-view.ts';
import { limits } from '#lib/core/limits.ts';
import type { WebhookView } from '#lib/core/vocabulary/notifications/webhook.ts';
import type { PromptView } from '#lib/core/vocabulary/prompts/prompt.ts';
import type { StorageUsage } from '#lib/core/vocabulary/storage-usage.ts';
import type { Retention } from '#lib/core/vocabulary/team/retention.ts';
import type { TeamSettings } from '#lib/core/vocabulary/team/team-settings.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { PromptList } from '../prompts/prompt-list.tsx';
import { describePriceDate } from '../ui/format-token-price.ts';
import { SettingSection } from '../ui/setting-section.tsx';
import { SettingSwitch } from '../ui/setting-switch.tsx';
import { InstructionSettings } from './instruction-settings.tsx';
import { LifetimeChoice } from './lifetime-choice.tsx';
import { ModelsTable } from './models-table.tsx';
import { RetentionChoices } from './retention-choices.tsx';
import { ServerChecks } from './server-checks.tsx';
import { StorageMeter } from './storage-meter.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** What admins decide for the team: how long results last, what may be kept, which models are used. */
export function TeamPage(props: {
  lifetimeSeconds: number | null;
  standardSeconds: number;
  /** Of results that the reader may see, in the last week; `null`: there were none. */
  bytesPerDay: number | null;
  storage: StorageUsage;
  retention: Retention;
  continuesRuns: boolean;
  /** By days: how many conversations nobody has changed for so long. Admins alone see it. */
  unchanged: Readonly<Record<number, number>>;
  models: readonly ModelView[];
  /** Of the last 30 days, by model, as `readModelCosts` gives them. */
  modelCosts: Readonly<Record<string, number | null>>;
  instructions: Pick<TeamSettings, 'readsInstructionFiles' | 'teamInstructions'>;
  prompts: readonly PromptView[];
  /** Admins alone see it. */
  webhook: WebhookView | null;
  member: { id: string };
  isAdmin: boolean;
}) {
  const { isAdmin, models } = props;
  return (
    <main className="ledger">
      <header className="head">
        <MenuButton />
        <h1>Team</h1>
      </header>
      <p className="ledger-note mid">
        {isAdmin ? 'Changes go to the audit log.' : 'Only admins can change this.'}
      </p>
      <SettingSection
        id="lifetime"
        title="How long results last"
        note="From the next result on. What the model saw, and undo, stay as long as the conversation."
      >
        <LifetimeChoice
          lifetimeSeconds={props.lifetimeSeconds}
          standardSeconds={props.standardSeconds}
          bytesPerDay={props.bytesPerDay}
          isAdmin={isAdmin}
        />
      </SettingSection>
      <SettingSection
        id="storage"
        title="Storage"
        note="What people keep, share and upload counts. When it is full, nothing more can be kept; results go on."
      >
        <StorageMeter usage={props.storage} />
      </SettingSection>
      <SettingSection
        id="retention"
        title="Retention"
        note="Which data is deleted, and when, for good. The savings remain: figures and names, without content."
      >
        <RetentionChoices retention={props.retention} unchanged={props.unchanged} isAdmin={isAdmin} />
      </SettingSection>
      <SettingSection
        id="runs"
        title="Interrupted runs"
        note="By a server that stopped, or lost its store. People can continue them; a call that was cut off may have changed something."
      >
        {isAdmin ? (
          <SettingSwitch
            setting="continuesRuns"
            isOn={props.continuesRuns}
            label="Continue them automatically"
            note={`From the last finished step, up to ${limits.automaticContinuations} times in a row.`}
          />
        ) : (
          <p className="body">{props.continuesRuns ? 'Continued automatically.' : 'Continued by people.'}</p>
        )}
      </SettingSection>
      <SettingSection
        id="models"
        title="Models"
        note={`What people choose among, and the default. ${describePriceDate(models)}`.trim()}
      >
        <ModelsTable models={models} costs={props.modelCosts} isAdmin={isAdmin} />
      </SettingSection>
      <SettingSection
        id="instructions"
        title="Instructions"
        note="The model reads them when a conversation starts. A change applies to new ones; in an existing one, by its menu."
      >
        <InstructionSettings settings={props.instructions} isAdmin={isAdmin} />
      </SettingSection>
      <SettingSection
        id="prompts"
        title="Prompts"
        note="Messages to send again: a slash at the start of a message lists them."
      >
        <PromptList prompts={props.prompts} member={props.member} isAdmin={isAdmin} />
      </SettingSection>
      {isAdmin && (
        <SettingSection
          id="webhook"
          title="Webhook"
          note="Tells a program of yours about mentions, approvals that wait, and runs that ended."
        >
          <WebhookSection webhook={props.webhook} />
        </SettingSection>
      )}
      {isAdmin && (
        <SettingSection
          id="server"
          title="Server"
          note="The same checks as npx vitrine doctor: the sandbox, the store, disks, permissions, the address."
        >
          <ServerChecks />
        </SettingSection>
      )}
    </main>
  );
}
