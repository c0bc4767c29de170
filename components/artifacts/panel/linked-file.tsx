'use client';

import { useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { parseFileHash } from '../text/file-hash.ts';
import type { FileOpener } from '../text/open-file-context.ts';

/** The file that the page's address names: somebody is asked first, because a link from anywhere may have led here. */
export function LinkedFile({ hash, openFile }: { hash: string; openFile: FileOpener }) {
  const [isOpen, setIsOpen] = useState(true);
  const [error, setError] = useState<string | null>(null);
  const location = parseFileHash(hash);
  if (location === null) return null;
  const open = async () => {
    const fault = await openFile(location.path, location.line);
    setError(fault);
    if (fault === null) setIsOpen(false);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Open ${location.path}?`}
      text={`Its present content, at line ${location.line}.`}
      action="Open"
      isDanger={false}
      error={error}
      onClose={() => setIsOpen(false)}
      onConfirm={() => void open()}
    />
  );
}
