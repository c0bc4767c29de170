'use client';

import { useState } from 'react';
import type { ViewProps } from '../viewer.ts';
import { ArchiveFiles, formatArchive } from './archive-files.tsx';
import { BytesBody } from './bytes-body.tsx';
import { HexView } from './hex-view.tsx';
import { useArchive } from './use-archive.ts';

/** Bytes that cannot be shown as lines; of an archive, the files in it. */
export function BinaryView({ metadata, baseUrl }: ViewProps) {
  const { listing, isLoading } = useArchive(baseUrl, metadata);
  const [isBytes, setIsBytes] = useState(false);
  if (metadata.byteLength === 0) return <BytesBody metadata={metadata} baseUrl={baseUrl} />;
  if (isLoading) return null;
  if (listing === null) return <HexView baseUrl={baseUrl} metadata={metadata} />;
  const pressed = (of: boolean) => ({ 'aria-pressed': isBytes === of, onClick: () => setIsBytes(of) });
  return (
    <div className="hex-view">
      <div className="view-bar">
        <span className="grow clip">{formatArchive(listing)}</span>
        <fieldset className="seg" aria-label="Shown as">
          <button type="button" {...pressed(false)}>
            Files
          </button>
          <button type="button" {...pressed(true)}>
            Bytes
          </button>
        </fieldset>
      </div>
      {isBytes ? <HexView baseUrl={baseUrl} metadata={metadata} /> : <ArchiveFiles listing={listing} />}
    </div>
  );
}
