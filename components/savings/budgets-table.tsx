import type { BudgetReport } from '#lib/core/api/budget-report.ts';
import type { Budget } from '#lib/core/vocabulary/budget/budget.ts';
import type { BudgetState } from '#lib/core/vocabulary/budget/budget-state.ts';
import { formatAmount } from '#lib/core/vocabulary/budget/format-budget.ts';
import { scrollRegion } from '../ui/scroll-region.ts';
import { BudgetMeter } from './budget-meter.tsx';
import { periodWords, scopeWords } from './budget-words.ts';
import { EditBudget } from './edit-budget.tsx';

interface Props {
  report: BudgetReport;
  isAdmin: boolean;
  isTeam: boolean;
}

/** The budgets of the team, of each member and of each conversation. */
export function BudgetsTable({ report: { team, each }, isAdmin, isTeam }: Props) {
  const budgets: (Budget | BudgetState)[] = [...team, ...each];
  const names = scopeWords(isTeam);
  if (budgets.length === 0) {
    return (
      <p className="nothing">
        <b>No budgets yet.</b>
        {isAdmin
          ? 'A budget limits what can be spent in a day or a month. Set one below.'
          : 'A budget limits what can be spent in a day or a month. Admins can set one.'}
      </p>
    );
  }
  return (
    <div className="table-scroll" {...scrollRegion('Budgets')}>
      <table aria-label="Budgets">
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col" className="l">
              Amount
            </th>
            <th scope="col" className="l">
              Spent
            </th>
            {isAdmin && (
              <th scope="col" className="l">
                Change
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {budgets.map((budget) => (
            <tr key={`${budget.scope}.${budget.period}.${budget.unit}`}>
              <th scope="row">{names[budget.scope]}</th>
              <td className="l">
                {formatAmount(budget.amount, budget.unit)} {periodWords[budget.period]}
              </td>
              <td className="l">{'spent' in budget ? <BudgetMeter state={budget} /> : <Below />}</td>
              {isAdmin && (
                <td className="l">
                  <EditBudget budget={budget} name={names[budget.scope]} removal="Remove" />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Below = () => <span className="dim">Each one is listed below</span>;
