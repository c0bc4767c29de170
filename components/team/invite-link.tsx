'use client';

import { useEffect, useRef } from 'react';
import { CopyWord } from '../ui/copy-word.tsx';

/** Shows the link, only this once. */
export function InviteLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <>
      <div className="in">
        <p className="mid">
          Copy the link now; it is not shown again. Send it to one person: it works once and expires in 24
          hours.
        </p>
        <span className="field">
          <input ref={field} readOnly aria-label="Invite link" className="mono" value={url} />
        </span>
      </div>
      <footer>
        <span className="grow" />
        <CopyWord label="Copy" read={() => url} isPrimary />
      </footer>
    </>
  );
}
