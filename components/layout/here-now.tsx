'use client';

import { UserPlus } from 'lucide-react';
import useSWR from 'swr';
import type { PresentMember } from '#lib/core/api/present-member.ts';
import { pageLimits } from '#lib/core/page-limits.ts';
import { Avatar } from '../ui/avatar.tsx';
import { formatTimeLeft } from '../ui/format-time.ts';
import { Icon } from '../ui/icon.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { readResource } from '../ui/read-resource.ts';
import { useNow } from '../ui/use-now.ts';
import type { SessionInfo } from './session-info.ts';

interface Present {
  members: readonly PresentMember[];
}

/** Who uses Vitrine now, the reader first. */
export function HereNow({ session }: { session: SessionInfo }) {
  'use memo';
  const { member, present } = session;
  const { data } = useSWR<Present>('/api/members/present', (url: string) => readResource<Present>(url), {
    fallbackData: { members: present },
    revalidateOnMount: false,
    revalidateOnFocus: false,
    refreshInterval: pageLimits.presentPaceMs,
  });
  const nowMs = useNow('quarterMinute');
  const others = (data?.members ?? present).filter(({ id }) => id !== member.id);
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
        {others.map(({ id, name, lastSeenAt }) => {
          const agoMs = nowMs === null ? 0 : nowMs - Date.parse(lastSeenAt);
          const isIdle = agoMs > pageLimits.idleMs;
          return (
            <li key={id} className={isIdle ? 'row here is-idle' : 'row here'}>
              <Avatar id={id} name={name} />
              <span className="clip">{name}</span>
              {isIdle && <span className="q">{formatTimeLeft(agoMs)}</span>}
            </li>
          );
        })}
        {others.length === 0 && member.role === 'admin' && (
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
