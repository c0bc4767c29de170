'use client';

import { useState } from 'react';
import type { MemberView } from '#lib/core/api/member-view.ts';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { requestInvite } from './create-invite.ts';
import { InviteLink } from './invite-link.tsx';

/** For a member without an account at a provider who uses another browser. */
export function InviteBackDialog(props: {
  member: MemberView | null;
  onCreated: () => void;
  onClose: () => void;
}) {
  const { member } = props;
  return (
    <TitledDialog title={`A link for ${member?.name ?? ''}`} isOpen={member !== null} onClose={props.onClose}>
      {member && <Content member={member} onCreated={props.onCreated} />}
    </TitledDialog>
  );
}

function Content({ member, onCreated }: { member: MemberView; onCreated: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const create = async () => {
    const result = await requestInvite({ memberId: member.id });
    if (!result.ok) return setError(result.error);
    setUrl(result.value.url);
    onCreated();
  };
  if (url !== null) return <InviteLink url={url} />;
  return (
    <>
      <div className="in">
        <p className="mid">
          Whoever opens this link is signed in as {member.name}, so send it to nobody else. Works once.
          Expires in 24 hours.
        </p>
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="grow" />
        <button type="button" className="btn primary" onClick={() => void create()}>
          Create link
        </button>
      </footer>
    </>
  );
}
