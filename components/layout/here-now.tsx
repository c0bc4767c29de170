'use client';

import { UserPlus } from 'lucide-react';
import type { PresentMember } from '#lib/core/api/present-member.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { useResource } from '../ui/use-resource.ts';
import type { SessionInfo } from './session-info.ts';

interface Present {
  members: readonly PresentMember[];
  /** Nobody else is in the team. */
  isAlone: boolean;
}

/** Who uses Vitrine now, the reader first. */
export function HereNow({ session }: { session: SessionInfo }) {
  'use memo';
  const { member } = session;
  const { value } = useResource<Present>('/api/members/present', { everyMs: () => pageLimits.presentPaceMs });
  const others = value?.members.filter(({ id }) => id !== member.id) ?? [];
  return (
    <section aria-label="Here now">
      <h2>Here now</h2>
      <ul>
        <li className="row here">
          <Avatar id={member.id} name={member.name} />
          <span className="clip" title={`Signed in as ${member.name}`}>
            {member.name}
          </span>
          <span className="q">you</span>
        </li>
        {others.map(({ id, name, idleMinutes }) => (
          <li key={id} className={idleMinutes === 0 ? 'row here' : 'row here is-idle'}>
            <Avatar id={id} name={name} />
            <span className="clip">{name}</span>
            {idleMinutes > 0 && (
              <span className="q">
                <span className="vh">away for </span>
                {idleMinutes} min
              </span>
            )}
          </li>
        ))}
        {value?.isAlone && member.role === 'admin' && (
          <li>
            <PageLink className="row link-row" href="/members">
              <Icon of={UserPlus} isSmall />
              Invite somebody
            </PageLink>
          </li>
        )}
      </ul>
    </section>
  );
}
