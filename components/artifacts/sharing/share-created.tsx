'use client';

import { useEffect, useRef, useState } from 'react';
import { CopyWord } from '#components/ui/copy-word.tsx';
import { sendJson } from '#components/ui/request-json.ts';
import type { CreatedShare } from './share-form.tsx';

/** Shows the link, only this once. */
export function ShareCreated({ share, onRevoked }: { share: CreatedShare; onRevoked: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const url = absoluteUrl(share.url);
  useEffect(() => field.current?.select(), []);

  const revoke = async () => {
    const result = await sendJson<null>('DELETE', `/api/shares/${share.id}`);
    if (result.ok) onRevoked();
    else setError(result.error);
  };
  return (
    <>
      <div className="in">
        <p className="mid">
          Copy the link now; it is not shown again. It works until it ends or you revoke it.
        </p>
        <span className="field">
          <input ref={field} readOnly aria-label="Link" className="mono" value={url} />
        </span>
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <button type="button" className="btn plain danger" onClick={() => void revoke()}>
          Revoke
        </button>
        <span className="grow" />
        <a className="btn" href={url} target="_blank" rel="noreferrer">
          Open
        </a>
        <CopyWord label="Copy" read={() => url} isPrimary />
      </footer>
    </>
  );
}

const absoluteUrl = (url: string): string => new URL(url, window.location.href).href;
