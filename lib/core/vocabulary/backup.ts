import { z } from 'zod';

/** What is written last into the folder of a backup: without it, the backup is not whole. */
export const backupManifestSchema = z.object({
  /** Of this file. */
  format: z.literal(1),
  /** The form of the copy, wherever it comes from. */
  store: z.literal('sqlite'),
  /** Of the store, as `schemaVersion`. */
  schemaVersion: z.int(),
  /** When the copy of a store in Redis began, which is not of one moment; absent: it is. */
  begunAt: z.iso.datetime().optional(),
  createdAt: z.iso.datetime(),
  /** Of the database, in hexadecimal. */
  databaseSha256: z.string().length(64),
  hasSecret: z.boolean(),
  /** What the database has. */
  counts: z.object({
    conversations: z.int(),
    events: z.int(),
    ledgerEntries: z.int(),
    members: z.int(),
    /** Artifacts with content. */
    artifacts: z.int(),
  }),
});
export type BackupManifest = z.infer<typeof backupManifestSchema>;
export type BackupCounts = BackupManifest['counts'];
