import { resolve } from 'node:path';
import { resolveExisting } from '../config/folders.ts';
import { type Config, readConfig } from '../config.ts';
import { isWithin } from '../core/algorithms/text/lies-in.ts';
import type { BackupManifest } from '../core/vocabulary/backup.ts';
import { plural } from '../split/plural.ts';
import { backUpDataFolder } from '../stores/sqlite/back-up-data-folder.ts';
import { restoreDataFolder } from '../stores/sqlite/restore-data-folder.ts';

/**
 * Makes a backup of the data folder, beside a running server or without one.
 * @returns what to say of it, in lines
 * @throws ConfigError, DataFolderError
 */
export async function runBackup(target: string, withSecret: boolean): Promise<string[]> {
  const config = embeddedConfig('backed up');
  const folder = resolveExisting(resolve(target));
  checkTarget(folder, config);
  const { manifest, goneCount } = await backUpDataFolder({
    ...{ dataDir: config.dataDir, target: folder, withSecret, nowMs: Date.now },
  });
  return [
    `${folder} has ${describeCounts(manifest)}.`,
    ...(goneCount === 0 ? [] : [`${plural(goneCount, 'artifact')} expired meanwhile.`]),
    manifest.hasSecret
      ? 'It has the secret of the data folder as well: whoever has this backup can open what the store has sealed.'
      : 'It does not have the secret of the data folder (--with-secret): without that, sign-ins to MCP servers, secrets of workspaces, the webhook and notified browsers have to be set up again.',
    'Not in it: workspaces and clones, caches of commands, and the configuration.',
  ];
}

/**
 * Makes a data folder of a backup.
 * @returns what to say of it, in lines
 * @throws ConfigError, DataFolderError; Error while a server uses the folder
 */
export async function runRestore(source: string): Promise<string[]> {
  const { dataDir } = embeddedConfig('restored');
  const { manifest, goneCount } = await restoreDataFolder({ source: resolve(source), dataDir });
  return [
    `${dataDir} has ${describeCounts(manifest)}, as of ${manifest.createdAt}.`,
    ...(goneCount === 0 ? [] : [`The content of ${plural(goneCount, 'artifact')} had expired.`]),
    ...(manifest.hasSecret
      ? []
      : ['The secret is a new one: what the old one sealed has to be set up again.']),
  ];
}

/** Commands must not read a backup, nor lead it elsewhere while it is written. */
function checkTarget(folder: string, { workspaces, workspaceFolders, clonesDir, dataDir }: Config): void {
  const others = [...workspaces, ...workspaceFolders, clonesDir, resolveExisting(dataDir)];
  const other = others.find((one) => isWithin(folder, one));
  if (other === undefined) return;
  throw new Error(`${folder} is in ${other}, which commands can reach: name a folder outside of it.`);
}

function embeddedConfig(what: string): Config {
  const config = readConfig();
  if (config.redisUrl === null) return config;
  throw new Error(
    `REDIS_URL is set, and a store in Redis is not ${what} by this command yet: use snapshots of Redis, and copy ${config.dataDir} beside them.`,
  );
}

function describeCounts({ counts }: BackupManifest): string {
  const { conversations, events, artifacts, ledgerEntries, members } = counts;
  return [
    `${plural(conversations, 'conversation')} with ${plural(events, 'event')}`,
    `${plural(artifacts, 'artifact')}`,
    `${plural(ledgerEntries, 'entry', 'entries')} of the ledger and ${plural(members, 'member')}`,
  ].join(', ');
}
