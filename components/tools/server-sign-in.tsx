'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { requestJson, sendJson } from '../ui/request-json.ts';

/** A member signs in to an MCP server, for themselves alone, or out of it. */
export function ServerSignIn(props: {
  server: string;
  isSignedIn: boolean;
  /** It takes what the member has. */
  isEnough: boolean;
}) {
  const { server, isSignedIn, isEnough } = props;
  const { refresh } = useRouter();
  const [error, setError] = useState<string | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const path = `/api/tools/servers/${server}/sign-in`;
  const signIn = async () => {
    setError(null);
    setIsLeaving(true);
    const result = await sendJson<{ url: string | null }>('POST', path);
    if (result.ok && result.value.url !== null) {
      window.location.assign(result.value.url);
      return;
    }
    setIsLeaving(false);
    if (result.ok) refresh();
    else setError(result.error);
  };
  const signOut = async () => {
    setError(null);
    const result = await requestJson(path, { method: 'DELETE' });
    if (result.ok) refresh();
    else setError(result.error);
  };
  return (
    <>
      <p className="server-sign-in">
        {isEnough ? (
          <span className="mid">You are signed in</span>
        ) : (
          <button
            type="button"
            className="btn primary"
            aria-label={`Sign in to ${server}`}
            disabled={isLeaving}
            onClick={() => void signIn()}
          >
            {isLeaving ? 'Leaving …' : 'Sign in'}
          </button>
        )}
        {isSignedIn && (
          <button
            type="button"
            className="btn"
            aria-label={`Sign out of ${server}`}
            onClick={() => void signOut()}
          >
            Sign out
          </button>
        )}
      </p>
      {error !== null && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
