import { PageLink } from '../ui/page-link.tsx';
import { type SavingsChoice, savingsPath, shownGroupings } from './savings-choice.ts';

/** Each tab is a link, which can be bookmarked and shared. */
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
