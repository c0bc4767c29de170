import type { ArchiveListing } from './archive-entry.ts';
import { readTarEntries } from './tar-entries.ts';
import { readZipEntries } from './zip-entries.ts';

/**
 * The files of an archive, from its first and last bytes; nothing is unpacked. A ZIP lists its files at its end,
 * a tar one after another. `null`: it is neither, or damaged.
 */
export function readArchive(head: Uint8Array, tail: Uint8Array, byteLength: number): ArchiveListing | null {
  if (startsWith(head, 0, 'PK\x03\x04')) return readZipEntries(tail, byteLength);
  return startsWith(head, 257, 'ustar') ? readTarEntries(head, byteLength) : null;
}

export const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  Array.from(text).every((character, index) => bytes[at + index] === character.charCodeAt(0));
