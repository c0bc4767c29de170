import { PageLink } from '../ui/page-link.tsx';
import {
  type SavingsChoice,
  savingsPath,
  savingsPeriods,
  shownGroupings,
  tellPeriod,
} from './savings-choice.ts';

/** Choices are addresses: each can be kept, and sent to somebody. */
export function GroupingTabs({ choice }: { choice: SavingsChoice }) {
  return (
    <nav className="seg" aria-label="Told by">
      {shownGroupings.map(({ name, label }) => (
        <PageLink
          key={name}
          href={savingsPath({ ...choice, groupBy: name })}
          {...current(name === choice.groupBy)}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}

export function PeriodTabs({ choice }: { choice: SavingsChoice }) {
  return (
    <nav className="seg" aria-label="Period">
      {savingsPeriods.map((period) => (
        <PageLink
          key={period}
          href={savingsPath({ ...choice, period })}
          {...current(period === choice.period)}
        >
          {tellPeriod(period)}
        </PageLink>
      ))}
    </nav>
  );
}

const current = (isCurrent: boolean) => (isCurrent ? ({ 'aria-current': 'page' } as const) : {});
