'use client';

import { Dialog } from '@base-ui/react/dialog';

/** The content of a `ConfirmDialog`. */
export function ConfirmPopup(props: {
  isOpen: boolean;
  title: string;
  text: string;
  action: string;
  /** The action destroys something; the default. */
  isDanger?: boolean;
  error?: string | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-full" />
        <Dialog.Popup className="dialog float is-centred">
          <header>
            <Dialog.Title>{props.title}</Dialog.Title>
          </header>
          <div className="in">
            <Dialog.Description className="mid">{props.text}</Dialog.Description>
            {props.error && (
              <p className="bad" role="alert">
                {props.error}
              </p>
            )}
          </div>
          <footer>
            <span className="grow" />
            <Dialog.Close className="btn">Cancel</Dialog.Close>
            <button
              type="button"
              className={props.isDanger === false ? 'btn primary' : 'btn danger'}
              onClick={props.onConfirm}
            >
              {props.action}
            </button>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
