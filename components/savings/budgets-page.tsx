import type { BudgetReport } from '../../lib/core/budget-report.ts';
import { MenuButton } from '../layout/menu-button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { AddBudgetForm } from './add-budget-form.tsx';
import { BudgetsTable } from './budgets-table.tsx';
import { NamesSwitch } from './names-switch.tsx';
import { SpendersTable } from './spenders-table.tsx';

export interface BudgetsPageProps {
  report: BudgetReport;
  isAdmin: boolean;
  isTeam: boolean;
  /** Everybody may know what each person's figures are. */
  namesPeople: boolean;
  /** Whose price is not known; `null`: it is. */
  unpricedModel: string | null;
}

/** What may be spent, and what is. */
export function BudgetsPage({ report, isAdmin, isTeam, namesPeople, unpricedModel }: BudgetsPageProps) {
  return (
    <main className="ledger budgets">
      <header className="head">
        <MenuButton />
        <h1>Budgets</h1>
        <PageLink className="btn plain" href="/savings">
          Savings
        </PageLink>
      </header>
      <p className="tools-note mid">
        From 80 % on, the conversation says so. At 100 % a run stops at the end of its step, never in a tool.
        {!isAdmin && ' Admins choose what may be spent.'}
      </p>
      {unpricedModel !== null && (
        <p className="note warn">
          <span>
            No price is known of <b>{unpricedModel}</b>: budgets in dollars do not hold what it costs. Name
            its price in vitrine.config.json, or hold it by tokens.
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
