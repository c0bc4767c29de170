import type { SpenderReport } from '#lib/core/api/budget-report.ts';
import { formatCount } from '../ui/format-number.ts';
import { scrollRegion } from '../ui/scroll-region.ts';
import { BudgetMeter } from './budget-meter.tsx';
import { EditBudget } from './edit-budget.tsx';

const maxShown = 50;

/** How much each has spent of their budget, the closest to its limit first. */
export function SpendersTable(props: {
  title: string;
  spenders: readonly SpenderReport[];
  isAdmin: boolean;
}) {
  const { title, spenders, isAdmin } = props;
  if (spenders.length === 0) return null;
  const remaining = spenders.length - maxShown;
  return (
    <section>
      <div className="bar-row">
        <h2>{title}</h2>
      </div>
      <div className="table-scroll" {...scrollRegion(title)}>
        <table aria-label={title}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" className="l">
                Spent
              </th>
              {isAdmin && (
                <th scope="col" className="l">
                  Own amount
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {spenders.slice(0, maxShown).map(({ id, name, hasOwn, state }) => (
              <tr key={`${id}.${state.period}.${state.unit}`}>
                <th scope="row" className="name">
                  {name}
                </th>
                <td className="l">
                  <BudgetMeter state={state} />
                </td>
                {isAdmin && (
                  <td className="l">
                    <EditBudget budget={state} name={name} removal={hasOwn ? 'Use the default' : null} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {remaining > 0 && (
        <p className="dim small">{formatCount(remaining, 'other')} used a smaller part of their budgets.</p>
      )}
    </section>
  );
}
