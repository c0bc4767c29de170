'use client';

import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { sendJson } from './request-json.ts';

/** Asks before something is deleted, deletes it, and shows why that failed. */
export function DeleteDialog(props: {
  /** Of the route that deletes it; `null`: the dialog is closed. */
  path: string | null;
  title: string;
  text: string;
  action: string;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const { path, title, text, action } = props;
  const [error, setError] = useState<string | null>(null);
  const close = () => {
    setError(null);
    props.onClose();
  };
  const confirm = async () => {
    if (path === null) return;
    const result = await sendJson<null>('DELETE', path);
    // If it is already gone, that is what was wanted.
    if (!result.ok && result.code !== 'not_found') return setError(result.error);
    close();
    props.onDeleted();
  };
  return (
    <ConfirmDialog
      isOpen={path !== null}
      {...{ title, text, action, error }}
      onConfirm={() => void confirm()}
      onClose={close}
    />
  );
}
