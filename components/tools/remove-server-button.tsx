'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { requestJson } from '../ui/request-json.ts';

/** An admin removes a server that was added on the page. */
export function RemoveServerButton({ server }: { server: string }) {
  const { refresh } = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    setError(null);
    const result = await requestJson(`/api/tools/servers/${server}`, { method: 'DELETE' });
    // If it is already gone, that is what was wanted.
    if (!result.ok && result.code !== 'not_found') return setError(result.error);
    setIsOpen(false);
    refresh();
  };
  return (
    <>
      <button type="button" className="btn" aria-label={`Remove ${server}`} onClick={() => setIsOpen(true)}>
        Remove
      </button>
      <ConfirmDialog
        isOpen={isOpen}
        title={`Remove ${server}?`}
        text="The agent can no longer call its tools, and everybody is signed out of it. Results stay."
        action="Remove"
        error={error}
        onConfirm={() => void remove()}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
