'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { requestJson } from '../ui/request-json.ts';

/** An admin removes what was added on the page. @param props `path`: of what is deleted; `text`: what becomes of it */
export function RemoveButton({ name, path, text }: { name: string; path: string; text: string }) {
  const { refresh } = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    setError(null);
    const result = await requestJson(path, { method: 'DELETE' });
    // If it is already gone, that is what was wanted.
    if (!result.ok && result.code !== 'not_found') return setError(result.error);
    setIsOpen(false);
    refresh();
  };
  return (
    <>
      <button type="button" className="btn" aria-label={`Remove ${name}`} onClick={() => setIsOpen(true)}>
        Remove
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`Remove ${name}?`}
        text={text}
        action="Remove"
        error={error}
        onConfirm={() => void remove()}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
