import type { ToolSplit } from '../config/tool-splits.ts';
import { addDays, dayOf } from '../core/algorithms/utc-days.ts';
import { notFound, VitrineError } from '../core/errors.ts';
import type { KindBudget, KindReading } from '../core/vocabulary/ledger/kind-reading.ts';
import { firstCountedDay, readKind } from '../core/vocabulary/ledger/recall-control.ts';
import { type DaySums, kindKey, readKindKey } from '../core/vocabulary/ledger/sums.ts';
import {
  isUndoable,
  type ViewKind,
  widenedBudgets,
  wideningsOf,
} from '../core/vocabulary/ledger/widening.ts';
import type { WideningEvent } from '../core/vocabulary/ledger/widening-event.ts';
import type { Widening } from '../core/vocabulary/ledger/widening-schema.ts';
import { isPacked, levelBudgets } from '../split/split.ts';
import type { Stores } from '../stores/stores.ts';

/** How the results of a tool are split, including widened budgets. */
export interface CallSplit extends ToolSplit {
  /** Tokens per view by summarizer, overriding those of the level. */
  widened: ReadonlyMap<string, number>;
  /** The model has a tool that reads what a view leaves out; the configuration can exclude it. */
  canRecall: boolean;
}

/** View budgets: the configured ones, and how recalls have widened them. */
export interface ViewBudgets {
  splitOf(toolName: string): Promise<CallSplit>;
  /** All kinds of views so far, with their recall rates. */
  readKinds(): Promise<KindReading[]>;
  /** Oldest first. */
  listWidenings(): Promise<Widening[]>;
  /**
   * Widens views that are too short by one step, if the team allows it. Called when a run has ended; never
   * rejects.
   */
  widen(): Promise<void>;
  /**
   * Undoes a widening step, for later calls.
   * @throws VitrineError `not_found`, `not_possible` if it is already undone or others came after it
   */
  undo(number: number, by: { id: string; name: string }): Promise<Widening>;
}

export interface ViewBudgetsOptions {
  stores: Pick<Stores, 'settings' | 'widenings' | 'ledger' | 'audit'>;
  /** As the config file and the admins decided. */
  readSplits(): Promise<(toolName: string) => ToolSplit>;
  canRecall: boolean;
  nowMs(): number;
  onFailure(error: unknown): void;
}

const nothingWidened: ReadonlyMap<string, number> = new Map();

export function createViewBudgets({
  stores,
  readSplits,
  canRecall,
  nowMs,
  onFailure,
}: ViewBudgetsOptions): ViewBudgets {
  const now = () => new Date(nowMs()).toISOString();

  const readKinds = async (widenings: readonly Widening[]): Promise<KindReading[]> => {
    const splitOf = await readSplits();
    const daysOf = new Map<string, DaySums[]>();
    for (const day of await stores.ledger.sums(
      'kind',
      firstCountedDay(nowMs()),
      addDays(dayOf(nowMs()), 1),
    )) {
      daysOf.set(day.key, [...(daysOf.get(day.key) ?? []), day]);
    }
    return [...daysOf].map(([key, days]) => {
      const kind = readKindKey(key);
      const budget = budgetOf(splitOf(kind.toolName), kind.summarizer);
      return readKind(widenings, kind, { days, budget, nowMs: nowMs() });
    });
  };

  const widen = async (): Promise<void> => {
    const { widening = false } = await stores.settings.get();
    if (!widening) return;
    const events = await stores.widenings.list();
    let number = events.length;
    for (const kind of await readKinds(wideningsOf(events))) {
      const event = widenedEvent(kind, now(), number + 1);
      if (event === null) continue;
      number += 1;
      // If another process was first, the data read here is outdated: the next run that ends checks again.
      if (!(await stores.widenings.append(event))) return;
      await stores.audit.append({
        timestamp: event.timestamp,
        action: 'view_budget.widened',
        by: null,
        subject: auditedKind(event),
        detail: `${event.fromTokens} to ${event.toTokens} tokens: ${event.recalls} recalls of ${event.calls} calls`,
        network: null,
      });
    }
  };

  return {
    async splitOf(toolName) {
      const [splitFor, events] = await Promise.all([
        readSplits(),
        // The run continues without the widened budgets.
        stores.widenings.list().catch((error: unknown) => {
          onFailure(error);
          return [];
        }),
      ]);
      const split = { ...splitFor(toolName), canRecall };
      if (split.level === 'off' || split.budgetTokens !== null) return { ...split, widened: nothingWidened };
      return { ...split, widened: widenedBudgets(wideningsOf(events), toolName, split.level) };
    },
    readKinds: async () => await readKinds(wideningsOf(await stores.widenings.list())),
    listWidenings: async () => wideningsOf(await stores.widenings.list()),
    widen: () => widen().catch(onFailure),
    async undo(number, { id, name }) {
      for (;;) {
        const events = await stores.widenings.list();
        const widening = requireUndoable(wideningsOf(events), number);
        const event = {
          type: 'undone',
          widening: number,
          number: events.length + 1,
          timestamp: now(),
        } as const;
        const by = { id, name };
        if (await stores.widenings.append({ ...event, by })) return widening;
      }
    },
  };
}

/** A kind as the audit log names it. */
export const auditedKind = ({ toolName, summarizer }: ViewKind): { id: string; name: string } => ({
  id: kindKey(toolName, summarizer),
  name: `${toolName}, ${summarizer}`,
});

function budgetOf({ level, budgetTokens }: ToolSplit, summarizer: string | null): KindBudget {
  if (level === 'off' || summarizer === null || !isPacked(summarizer)) return { by: 'nothing' };
  return budgetTokens === null
    ? { by: 'level', level, tokens: levelBudgets[level].tokens }
    : { by: 'config', level, tokens: budgetTokens };
}

function widenedEvent(
  kind: KindReading,
  timestamp: string,
  number: number,
): (WideningEvent & { type: 'widened' }) | null {
  const { toolName, summarizer, budget, remedy, calls, recalls } = kind;
  if (remedy?.kind !== 'widen' || summarizer === null || budget.by !== 'level') return null;
  const { fromTokens, toTokens } = remedy;
  const { level } = budget;
  return {
    type: 'widened',
    number,
    timestamp,
    toolName,
    summarizer,
    level,
    fromTokens,
    toTokens,
    calls,
    recalls,
  };
}

function requireUndoable(widenings: readonly Widening[], number: number): Widening {
  const widening = widenings.find((one) => one.number === number);
  if (!widening) throw notFound();
  if (widening.undone !== null) throw new VitrineError('not_possible', 'This change is already undone');
  if (!isUndoable(widenings, widening)) {
    throw new VitrineError('not_possible', 'This view was widened again later. Undo the later change first.');
  }
  return widening;
}
