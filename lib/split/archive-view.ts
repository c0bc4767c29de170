import { constants, gunzipSync } from 'node:zlib';
import type { ArchiveListing } from '../core/algorithms/archive/archive-entry.ts';
import { readArchive, startsWith } from '../core/algorithms/archive/archive-listing.ts';
import { formatBytes } from '../core/algorithms/text/format-bytes.ts';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import type { FullResult } from './full-result.ts';
import { plural } from './plural.ts';

/** How much of a compressed tar is unpacked to read what is in it: some bytes may become a thousand times as many. */
const unpackedBytes = 8 * 1024 * 1024;

/** What the view of an archive says: how much is in it, then its files, a line each. */
export interface ArchiveText {
  amount: string;
  lines: readonly string[];
}

/** `null`: it is no archive whose files can be listed. */
export function describeArchive({ headBytes, tailBytes, byteLength }: FullResult): ArchiveText | null {
  if (!headBytes || !tailBytes) return null;
  const listing = startsWith(headBytes, 0, '\x1f\x8b')
    ? readCompressedTar(headBytes, byteLength)
    : readArchive(headBytes, tailBytes, byteLength);
  if (listing === null) return null;
  const { entries, isCut } = listing;
  const unpacked = formatBytes(entries.reduce((sum, entry) => sum + entry.byteLength, 0));
  const more = isCut ? ' and more that are not listed' : '';
  return {
    amount: `${plural(entries.length, 'file')}${more}, ${unpacked} unpacked`,
    lines: entries.map(
      (entry) =>
        `  ${visibleName(entry.path)} ${formatBytes(entry.byteLength)}${entry.isEncrypted ? ', encrypted' : ''}`,
    ),
  };
}

function readCompressedTar(head: Uint8Array, byteLength: number): ArchiveListing | null {
  try {
    // Only the start is here, so it ends midway.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: unpackedBytes };
    const unpacked = gunzipSync(head, options);
    const isWhole = head.length === byteLength;
    return readArchive(unpacked, unpacked, isWhole ? unpacked.length : Number.POSITIVE_INFINITY);
  } catch {
    // Damaged, or it unpacks to too much.
    return null;
  }
}
