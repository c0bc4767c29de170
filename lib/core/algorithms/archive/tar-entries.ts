import type { ArchiveEntry, ArchiveListing } from './archive-entry.ts';

const blockBytes = 512;

/** From POSIX.1-1988 (ustar), as GNU tar and pax write it too. @param head the first bytes of the file */
export function readTarEntries(head: Uint8Array, byteLength: number): ArchiveListing {
  const entries: ArchiveEntry[] = [];
  let at = 0;
  while (at + blockBytes <= head.length && head[at] !== 0) {
    const size = Number.parseInt(textAt(head, at + 124, 12), 8);
    if (!Number.isFinite(size) || size < 0) return { entries, isCut: true };
    const type = String.fromCharCode(head[at + 156] ?? 0);
    if (type === '0' || type === '\0') {
      const prefix = textAt(head, at + 345, 155);
      const name = textAt(head, at, 100);
      entries.push({
        path: prefix === '' ? name : `${prefix}/${name}`,
        byteLength: size,
        isEncrypted: false,
      });
    }
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes;
  }
  // It ends with empty blocks.
  const isEnd = at + blockBytes <= head.length && head[at] === 0;
  return { entries, isCut: !isEnd && at < byteLength };
}

const textAt = (bytes: Uint8Array, at: number, length: number): string =>
  (new TextDecoder().decode(bytes.subarray(at, at + length)).split('\0', 1)[0] ?? '').trim();
