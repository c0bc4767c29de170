'use client';

import { useState } from 'react';
import type { Session } from '#lib/core/vocabulary/team/member.ts';
import { sendJson } from '../ui/request-json.ts';
import { TimeText } from '../ui/time-text.tsx';
import { useResource } from '../ui/use-resource.ts';

type SessionView = Pick<Session, 'id' | 'createdAt' | 'lastSeenAt' | 'browser'> & { isThis: boolean };

export function SessionList({ memberId, isOwn }: { memberId: string; isOwn: boolean }) {
  const path = `/api/members/${memberId}/sessions`;
  const { value, failure, reload } = useResource<{ sessions: SessionView[] }>(path);
  const [endFailure, setEndFailure] = useState<string | null>(null);
  const sessions = value?.sessions ?? null;
  const error = endFailure ?? failure?.error ?? null;

  const end = async (url: string, isEnded: (session: SessionView) => boolean) => {
    const result = await sendJson<null>('DELETE', url);
    // If it is already gone, that is what was wanted.
    if (!result.ok && result.code !== 'not_found') return setEndFailure(result.error);
    const isOut = isOwn && sessions?.some((session) => session.isThis && isEnded(session));
    if (isOut) return window.location.assign('/sign-in');
    setEndFailure(null);
    reload();
  };
  return (
    <>
      <div className="in">
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
        {sessions?.length === 0 && <p className="mid">No active sessions</p>}
        {sessions !== null && sessions.length > 0 && (
          <ul className="session-list">
            {sessions.map((session) => (
              <SessionItem
                key={session.id}
                session={session}
                onEnd={() => void end(`${path}/${session.id}`, ({ id }) => id === session.id)}
              />
            ))}
          </ul>
        )}
      </div>
      <footer>
        <span className="dim grow small">
          Ended sessions must sign in again. “End all” also revokes API tokens.
        </span>
        <button
          type="button"
          className="btn danger"
          disabled={!sessions?.length}
          onClick={() => void end(path, () => true)}
        >
          End all
        </button>
      </footer>
    </>
  );
}

function SessionItem({ session, onEnd }: { session: SessionView; onEnd: () => void }) {
  return (
    <li>
      <span className="grow">
        {session.browser}
        {session.isThis && <span className="badge">This browser</span>}
        <br />
        <span className="dim small">
          signed in <TimeText iso={session.createdAt} as="day-clock" />, last used{' '}
          <TimeText iso={session.lastSeenAt} as="day-clock" />
        </span>
      </span>
      <button
        type="button"
        className="btn danger is-small"
        aria-label={`End: ${session.browser}${session.isThis ? ', this browser' : ''}`}
        onClick={onEnd}
      >
        End
      </button>
    </li>
  );
}
