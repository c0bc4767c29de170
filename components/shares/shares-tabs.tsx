import { PageLink } from '../ui/page-link.tsx';

export type SharesOf = 'me' | 'team';

/** Two pages of the list: the member's own links and, for admins, everybody's. */
export function SharesTabs({ of }: { of: SharesOf }) {
  const current = (tab: SharesOf) => (tab === of ? ({ 'aria-current': 'page' } as const) : {});
  return (
    <nav className="seg" aria-label="Whose shares">
      <PageLink href="/shares" {...current('me')}>
        Mine
      </PageLink>
      <PageLink href="/shares?of=team" {...current('team')}>
        Team’s shares
      </PageLink>
    </nav>
  );
}
