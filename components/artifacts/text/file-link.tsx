'use client';

import { type ReactNode, useState } from 'react';
import { useReading } from '#components/ui/use-reading.ts';
import { formatFileHash } from './file-hash.ts';
import type { FileLocation } from './file-paths.ts';
import { useOpenFile } from './open-file-context.ts';

/** Opens a file of the workspace, as it is now, at a line; text where files cannot be opened, or the reader wants none. */
export function FileLink({ location, children }: { location: FileLocation; children: ReactNode }) {
  'use memo';
  const openFile = useOpenFile();
  const { isUnlinked } = useReading();
  const [fault, setFault] = useState<string | null>(null);
  if (openFile === null || isUnlinked) return children;
  const named = `${location.path}:${location.line}`;
  // A number alone says nothing of its file.
  const label = typeof children === 'number' ? { 'aria-label': `Open ${named}` } : {};
  const open = async () => setFault(await openFile(location.path, location.line));
  return (
    <a
      className={fault === null ? 'path-link' : 'path-link is-missing'}
      title={fault ?? `Open ${named}`}
      href={`#${formatFileHash(location)}`}
      {...label}
      onClick={(event) => {
        // Another tab asks by itself.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void open();
      }}
    >
      {children}
      {fault !== null && (
        <span className="vh" role="status">
          {fault}
        </span>
      )}
    </a>
  );
}
