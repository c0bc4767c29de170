'use client';

import { UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { InviteForm } from './invite-form.tsx';
import { InviteLink } from './invite-link.tsx';

/** The button on the members page, and the link it creates. */
export function InviteDialog({ onCreated }: { onCreated: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const open = () => {
    setUrl(null);
    setIsOpen(true);
  };
  const created = (text: string) => {
    setUrl(text);
    onCreated();
  };
  return (
    <>
      <button type="button" className="btn primary" onClick={open}>
        <Icon of={UserRoundPlus} isSmall />
        Invite
      </button>
      <TitledDialog title="Invite to the team" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {url === null ? <InviteForm onCreated={created} /> : <InviteLink url={url} />}
      </TitledDialog>
    </>
  );
}
