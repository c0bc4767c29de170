import type { Observer } from '../core/activity.ts';
import type { Approvals } from '../core/approval.ts';
import type { Budget } from '../core/budget.ts';
import type { IdPrefix } from '../core/ids.ts';
import type { Media, MediaTitle } from '../core/media.ts';
import type { Price } from '../core/prices.ts';
import type { KnownSecret } from '../split/secrets/known-secret.ts';
import type { Stores } from '../stores/stores.ts';
import type { Commands } from '../workspace/commands.ts';
import type { LedgerWriter } from './ledger-writer.ts';
import type { Terminals } from './terminals.ts';
import type { CountText } from './text-counter.ts';
import type { ViewBudgets } from './view-budgets.ts';

/** What every run is given: the doors, the clock, and what was configured. */
export interface RunSettings {
  stores: Stores;
  /** Several people sign in here. */
  isTeam: boolean;
  /** How the results of a tool are split. */
  viewBudgets: Pick<ViewBudgets, 'splitOf' | 'widen'>;
  /** What comes before a call of each tool, as it is now. */
  readApprovals(): Promise<Approvals>;
  /** What may be spent, as it is now. */
  readBudgets(): Promise<readonly Budget[]>;
  /** Where calls and steps are booked: a store that is away for a while loses nothing. */
  ledger: LedgerWriter;
  /** What a model costs; `null`: not known. */
  priceOf(model: string): Price | null;
  countText: CountText;
  /** The server's own. */
  knownSecrets: readonly KnownSecret[];
  artifactTtlSeconds: number;
  commands: Commands;
  terminals: Terminals;
  readMediaTitle(media: Media): Promise<MediaTitle | null>;
  newId(prefix: IdPrefix): string;
  nowMs(): number;
  /** Told of what goes on: figures and IDs. */
  observer: Observer;
  /** The store failed where the run can go on without it: for the server's log. */
  onStorageFailure(error: unknown): void;
  /** A summarizer failed and another stood in. */
  onSplitFault(error: unknown): void;
}
