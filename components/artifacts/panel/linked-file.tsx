'use client';

import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { parseFileHash } from '../text/file-hash.ts';
import type { FileLocation } from '../text/file-paths.ts';
import type { FileOpener } from '../text/open-file-context.ts';

/** The file that the page's address names: somebody is asked first, because a link from anywhere may have led here. */
export function LinkedFile({ openFile }: { openFile: FileOpener }) {
  const [location, setLocation] = useState<FileLocation | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const read = () => {
      setError(null);
      setLocation(parseFileHash(window.location.hash));
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const open = async () => {
    if (location === null) return;
    const fault = await openFile(location.path, location.line);
    setError(fault);
    if (fault === null) setLocation(null);
  };
  return (
    <ConfirmDialog
      isOpen={location !== null}
      title={`Open ${location?.path ?? ''}?`}
      text={`Its present content, at line ${location?.line ?? 0}.`}
      action="Open"
      isDanger={false}
      error={error}
      onClose={() => setLocation(null)}
      onConfirm={() => void open()}
    />
  );
}
