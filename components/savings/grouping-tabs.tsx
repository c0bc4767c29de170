import { PageLink } from '../ui/page-link.tsx';
import { type SavingsChoice, savingsPath, shownGroupings } from './savings-choice.ts';

/** Each is an address, which can be kept and sent to somebody. */
export function GroupingTabs({ choice }: { choice: SavingsChoice }) {
  return (
    <nav className="seg" aria-label="Group by">
      {shownGroupings.map(({ name, label }) => (
        <PageLink
          key={name}
          href={savingsPath({ ...choice, groupBy: name })}
          scroll={false}
          {...(name === choice.groupBy ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  );
}
