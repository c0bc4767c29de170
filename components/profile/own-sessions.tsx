'use client';

import { SessionList } from '../team/session-list.tsx';

/** The browsers in which the member is signed in. */
export const OwnSessions = ({ memberId }: { memberId: string }) => (
  <div className="own-sessions">
    <SessionList memberId={memberId} isOwn />
  </div>
);
