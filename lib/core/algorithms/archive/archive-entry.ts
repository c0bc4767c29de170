/** A file in an archive. */
export interface ArchiveEntry {
  /** As the archive has it: it may name any path. */
  path: string;
  /** Unpacked. */
  byteLength: number;
  isEncrypted: boolean;
}

export interface ArchiveListing {
  /** The files, as far as they could be read; folders are left out. */
  entries: readonly ArchiveEntry[];
  /** There are more files than `entries`. */
  isCut: boolean;
}
