'use client';

import { Lock } from 'lucide-react';
import { formatCount, formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import { scrollRegion } from '#components/ui/scroll-region.ts';
import type { ArchiveListing } from '#lib/core/algorithms/archive/archive-entry.ts';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { visibleName } from '#lib/core/algorithms/text/visible-name.ts';

/** Rows shown; a list of more is cut, and says so. */
const maxRows = 5_000;

/** The files of an archive, in its order. Nothing is unpacked. */
export function ArchiveFiles({ listing }: { listing: ArchiveListing }) {
  const { entries } = listing;
  const shown = entries.slice(0, maxRows);
  const missing = entries.length - shown.length;
  return (
    <div className="archive" {...scrollRegion('Files in the archive')}>
      <ul>
        {shown.map(({ path, byteLength, isEncrypted }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an archive may have a path twice, and never changes
          <li key={index}>
            <span className="mono clip grow" title={visibleName(path)}>
              {visibleName(path)}
            </span>
            {isEncrypted && (
              <span className="dim">
                <Icon of={Lock} isSmall /> encrypted
              </span>
            )}
            <span className="dim">{formatBytes(byteLength)}</span>
          </li>
        ))}
      </ul>
      {(missing > 0 || listing.isCut) && (
        <p className="lines-note">
          {missing > 0
            ? `${formatNumber(missing)} more files are not shown.`
            : 'There are more files than these.'}
        </p>
      )}
    </div>
  );
}

/** `14 files · 48 MB unpacked`. */
export const formatArchive = ({ entries }: ArchiveListing): string =>
  `${formatCount(entries.length, 'file')} · ${formatBytes(entries.reduce((sum, { byteLength }) => sum + byteLength, 0))} unpacked`;
