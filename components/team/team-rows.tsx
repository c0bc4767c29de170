'use client';

import { ScrollText, UsersRound } from 'lucide-react';
import { usePathname } from 'next/navigation';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';

/** Rows at the bottom of the sidebar when several people sign in. */
export function TeamRows({ member }: { member: Member }) {
  const pathname = usePathname();
  const current = (path: string) => (pathname === path ? ({ 'aria-current': 'page' } as const) : {});
  return (
    <>
      <li>
        <PageLink className="row" href="/members" {...current('/members')}>
          <Icon of={UsersRound} isSmall />
          Members
        </PageLink>
      </li>
      {member.role === 'admin' && (
        <li>
          <PageLink className="row" href="/audit" {...current('/audit')}>
            <Icon of={ScrollText} isSmall />
            Audit log
          </PageLink>
        </li>
      )}
    </>
  );
}
