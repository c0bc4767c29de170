import type { BudgetReport } from '#lib/core/api/budget-report.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { AddBudgetForm } from './add-budget-form.tsx';
import { BudgetsTable } from './budgets-table.tsx';
import { LiveRefresh } from './live-refresh.tsx';
import { NamesSwitch } from './names-switch.tsx';
import { SavingsTabs } from './savings-tabs.tsx';
import { SpendersTable } from './spenders-table.tsx';

export interface BudgetsPageProps {
  report: BudgetReport;
  isAdmin: boolean;
  isTeam: boolean;
  /** Every member may see each person's figures. */
  namesPeople: boolean;
  /** The model whose price is unknown; `null`: it is known. */
  unpricedModel: string | null;
}

/** The budgets, and how much of them is spent. */
export function BudgetsPage({ report, isAdmin, isTeam, namesPeople, unpricedModel }: BudgetsPageProps) {
  return (
    <main className="ledger budgets">
      <LiveRefresh />
      <header className="head">
        <MenuButton />
        <h1>Savings</h1>
      </header>
      <SavingsTabs current="budgets" />
      <p className="ledger-note mid">
        At 80% of a budget, conversations show a warning. At 100%, a run stops after its current step, never
        in the middle of a tool call.
        {!isAdmin && ' Only admins can change budgets.'}
      </p>
      {unpricedModel !== null && (
        <p className="note warn">
          <span>
            No price is known for <b>{unpricedModel}</b>, so budgets in dollars do not count its calls. Set
            its price in vitrine.config.json, or set a budget in tokens.
          </span>
        </p>
      )}
      <BudgetsTable report={report} isAdmin={isAdmin} isTeam={isTeam} />
      {isAdmin && <AddBudgetForm isTeam={isTeam} />}
      <SpendersTable title="Members" spenders={report.members} isAdmin={isAdmin} />
      <SpendersTable title="Conversations" spenders={report.conversations} isAdmin={isAdmin} />
      {isAdmin && isTeam && <NamesSwitch isOn={namesPeople} />}
    </main>
  );
}
