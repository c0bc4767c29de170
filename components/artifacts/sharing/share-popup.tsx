'use client';

import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import type { ShareSubject } from '../context/share-subject.ts';
import { ShareCreated } from './share-created.tsx';
import { type CreatedShare, ShareForm } from './share-form.tsx';

/** Creates a link to a frozen copy. */
export function SharePopup(props: {
  isOpen: boolean;
  /** `null` until it is first opened. */
  subject: ShareSubject | null;
  /** Several people sign in here. */
  isTeam: boolean;
  /** An admin has allowed links that need no sign-in. */
  isLinkAllowed: boolean;
  onClose: () => void;
}) {
  const { subject, onClose } = props;
  const popup = useRef<HTMLDivElement>(null);
  const firstChoice = () => popup.current?.querySelector<HTMLElement>('input:checked') ?? true;
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-full is-clear" />
        <Dialog.Popup ref={popup} className="dialog float" initialFocus={firstChoice}>
          {subject && <Content {...props} subject={subject} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content(props: { subject: ShareSubject; isTeam: boolean; isLinkAllowed: boolean }) {
  const { subject, isTeam, isLinkAllowed } = props;
  const [created, setCreated] = useState<CreatedShare | null>(null);
  return (
    <>
      <header>
        <Dialog.Title>{subject.lines === null ? 'Share' : 'Share these lines'}</Dialog.Title>
        <Dialog.Close className="icon-btn" aria-label="Close">
          <Icon of={X} />
        </Dialog.Close>
      </header>
      {created ? (
        <ShareCreated share={created} onRevoked={() => setCreated(null)} />
      ) : (
        <ShareForm subject={subject} isTeam={isTeam} isLinkAllowed={isLinkAllowed} onCreated={setCreated} />
      )}
    </>
  );
}
