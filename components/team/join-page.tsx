'use client';

import { useState } from 'react';
import type { Role } from '#lib/core/vocabulary/team/member.ts';
import { sendJson } from '../ui/request-json.ts';
import { SignInEntry } from './entry.tsx';
import { JoinForm } from './join-form.tsx';
import { signInAddress } from './sign-in-address.ts';
import { signOut } from './sign-out.ts';

interface InviteState {
  role: Role;
  /** The member who created it. */
  by: string;
  /** The member it signs in again; `null`: anybody new. */
  wanted: string | null;
}

/** Explains what an invite does before a button uses it. */
export function JoinPage(props: {
  token: string;
  invite: InviteState;
  /** `null`: nobody is signed in. */
  signedInAs: string | null;
  hasProvider: boolean;
}) {
  const { token, invite, signedInAs, hasProvider } = props;
  const [error, setError] = useState<string | null>(null);
  const join = async (name: string | null) => {
    setError(null);
    const body = name === null ? { token } : { token, name };
    const result = await sendJson<unknown>('POST', '/api/auth/join', body);
    // Reloaded, since the whole app depends on who is signed in.
    if (result.ok) window.location.assign('/');
    else setError(result.error);
  };
  const leave = async () => {
    const failure = await signOut();
    if (failure === null) window.location.reload();
    else setError(failure);
  };
  return (
    <SignInEntry title={invite.wanted === null ? 'Join the team' : `Sign in as ${invite.wanted}`}>
      <p className="mid">
        {invite.wanted === null
          ? `${invite.by} invited you as ${roleWords[invite.role]}.`
          : `${invite.by} created this link for ${invite.wanted}.`}
      </p>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      {signedInAs !== null ? (
        <SignedInChoice
          signedInAs={signedInAs}
          wanted={invite.wanted}
          onJoin={() => void join(null)}
          onLeave={() => void leave()}
        />
      ) : hasProvider ? (
        <a className="btn primary entry-action" href={signInAddress(`/join/${token}`)}>
          Sign in to join
        </a>
      ) : (
        <JoinForm wanted={invite.wanted} onJoin={join} />
      )}
    </SignInEntry>
  );
}

const roleWords: Record<Role, string> = { admin: 'an admin', member: 'a member' };

function SignedInChoice(props: {
  signedInAs: string;
  wanted: string | null;
  onJoin: () => void;
  onLeave: () => void;
}) {
  return (
    <>
      <p>
        You are signed in as <b>{props.signedInAs}</b>.
      </p>
      <button type="button" className="btn primary entry-action" onClick={props.onJoin}>
        {props.wanted === null ? `Join as ${props.signedInAs}` : `Sign in as ${props.wanted}`}
      </button>
      <button type="button" className="btn entry-action" onClick={props.onLeave}>
        Sign out first
      </button>
    </>
  );
}
