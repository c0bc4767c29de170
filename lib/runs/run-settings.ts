import type { Observer } from '../core/vocabulary/activity.ts';
import type { IdPrefix } from '../core/vocabulary/ids.ts';
import type { Price } from '../core/vocabulary/ledger/prices.ts';
import type { Media, MediaTitle } from '../core/vocabulary/media.ts';
import type { KnownSecret } from '../split/secrets/known-secret.ts';
import type { Stores } from '../stores/stores.ts';
import type { Commands } from '../workspace/commands.ts';
import type { CommandEnvironment } from '../workspace/environments.ts';
import type { SubAgentStops } from './agents/sub-agent-stops.ts';
import type { CompactionPolicy } from './compaction/compaction-policy.ts';
import type { Elicitations } from './elicitations.ts';
import type { LedgerWriter } from './ledger-writer.ts';
import type { OpenNames } from './secret-names-of.ts';
import type { TeamDecisions } from './team-decisions.ts';
import type { Terminals } from './terminals.ts';
import type { CountText } from './text-counter.ts';
import type { ViewBudgets } from './view-budgets.ts';

/** What every run receives: interfaces to the outside, the clock, and the configuration. */
export interface RunSettings extends TeamDecisions {
  stores: Stores;
  /** Several people can sign in. */
  isTeam: boolean;
  /** How the results of a tool are split. */
  viewBudgets: Pick<ViewBudgets, 'splitOf' | 'widen'>;
  /** Where calls and steps are recorded; loses nothing while the store is away. */
  ledger: LedgerWriter;
  /** The price of a model; `null`: unknown. */
  /** @param inputTokens some models cost more for a long input */
  priceOf(model: string, inputTokens?: number): Price | null;
  countText: CountText;
  /** How much of a message goes to the model as text; the largest parts of a longer one become attachments. */
  pasteTokens: number;
  /** When and how older messages are compacted. */
  compaction: CompactionPolicy;
  /** The server's own secrets. */
  knownSecrets: readonly KnownSecret[];
  commands: Commands;
  /** What the commands of a workspace find besides its files. */
  readEnvironment(workspace: string): Promise<CommandEnvironment>;
  /** Secrets of a workspace, opened. */
  readSecrets(workspace: string): Promise<readonly KnownSecret[]>;
  openNames: OpenNames;
  terminals: Terminals;
  elicitations: Elicitations;
  subAgentStops: SubAgentStops;
  readMediaTitle(media: Media): Promise<MediaTitle | null>;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  /** Receives activities: figures and IDs only. */
  observer: Observer;
  /** Reports a store failure that the run survives, for the server's log. */
  onStorageFailure(error: unknown): void;
  /** Reports a summarizer that failed and was replaced by another. */
  onSplitFault(error: unknown): void;
}
