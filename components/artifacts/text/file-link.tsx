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
  const [isMissing, setIsMissing] = useState(false);
  if (openFile === null || isUnlinked) return children;
  const named = `${location.path}:${location.line}`;
  const open = async () => setIsMissing(!(await openFile(location.path, location.line)));
  return (
    <a
      className={isMissing ? 'path-link is-missing' : 'path-link'}
      title={isMissing ? `${named} is not in the workspace` : `Open ${named}`}
      href={`#${formatFileHash(location)}`}
      onClick={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      {children}
      {isMissing && (
        <span className="vh" role="status">
          is not in the workspace
        </span>
      )}
    </a>
  );
}
