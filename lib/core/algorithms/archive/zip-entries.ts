import type { ArchiveEntry, ArchiveListing } from './archive-entry.ts';

/** From PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.12 (central directory) and 4.3.16 (its end). */
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endBytes = 22;
const entryBytes = 46;
const maxComment = 0xffff;
/** In place of a number that is in the 64-bit record instead. */
const inRecord64 = 0xffffffff;

/** @param tail the last bytes of the file. `null`: no directory is in them */
export function readZipEntries(tail: Uint8Array, byteLength: number): ArchiveListing | null {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  const offset = view.getUint32(end + 16, true);
  if (offset === inRecord64) return { entries: [], isCut: true };
  // Bytes in front of the archive, as a self-extracting one has, move everything.
  const size = view.getUint32(end + 12, true);
  let at = end - size;
  if (at < 0) return { entries: [], isCut: true };
  if (byteLength - tail.length + at < offset) return null;
  const entries: ArchiveEntry[] = [];
  let seen = 0;
  for (; at + entryBytes <= end && view.getUint32(at, true) === entryMark; seen += 1) {
    const nameEnd = at + entryBytes + view.getUint16(at + 28, true);
    if (nameEnd > end) break;
    const path = new TextDecoder().decode(tail.subarray(at + entryBytes, nameEnd));
    const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1;
    if (!path.endsWith('/')) entries.push({ path, byteLength: view.getUint32(at + 24, true), isEncrypted });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return { entries, isCut: seen < count };
}

/** The end record is last, but for a comment. */
function findEnd(view: DataView): number | null {
  const first = Math.max(0, view.byteLength - endBytes - maxComment);
  for (let at = view.byteLength - endBytes; at >= first; at -= 1) {
    if (view.getUint32(at, true) === endMark) return at;
  }
  return null;
}
