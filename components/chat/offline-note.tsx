'use client';

import { Unplug, X } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { setPageCookie } from '../ui/set-page-cookie.ts';

/**
 * Says plainly that no real model answers. Once dismissed, it stays hidden in this browser; the composer
 * still names the model.
 */
export function OfflineNote(props: { isClosed: boolean }) {
  const [isClosed, setIsClosed] = useState(props.isClosed);
  if (isClosed) return null;
  const close = () => {
    setPageCookie('vt_offline_note', 'closed');
    setIsClosed(true);
  };
  return (
    <div className="note offline-note" role="note">
      <Icon of={Unplug} />
      <div className="grow">
        <b>This is not a real language model.</b> It follows a script.{' '}
        <span className="wide-only">
          For real answers, set <span className="mono">OPENAI_API_KEY</span>.
        </span>
      </div>
      <IconButton icon={X} label="Close this note for good" onClick={close} />
    </div>
  );
}
