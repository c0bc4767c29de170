import { readConfig } from '../config.ts';
import type { ServerCheck } from '../core/api/server-check.ts';
import { errorMessage } from '../core/errors.ts';
import { checkServer } from '../operations/doctor/check-server.ts';
import { createModels } from '../runs/models.ts';
import { openStores } from '../stores/open-stores.ts';
import { DataFolderInUseError } from '../stores/sqlite/data-lock.ts';
import type { Stores } from '../stores/stores.ts';
import { createCommands } from '../workspace/sandbox/create-commands.ts';

/**
 * The checks of a server, from outside: with its settings, beside it or before it starts.
 * @throws ConfigError
 */
export async function runDoctor(callsModel: boolean): Promise<ServerCheck[]> {
  const config = readConfig();
  const { redisUrl, dataDir, artifactTtlSeconds, execMode, network } = config;
  const commands = createCommands({ mode: execMode, privateHosts: network.privateHosts });
  const stores = openChecked(() =>
    openStores({ redisUrl, dataDir, artifactTtlSeconds, nowMs: () => Date.now() }),
  );
  try {
    const needs = { config, commands, models: createModels(config.offeredModels), stores };
    return await checkServer(needs, callsModel);
  } finally {
    await commands.close();
    await stores.close();
  }
}

/** A store that cannot be opened is a finding; one that a server uses is none. */
function openChecked(open: () => Stores): Pick<Stores, 'health' | 'describe' | 'close'> {
  try {
    return open();
  } catch (error) {
    const isInUse = error instanceof DataFolderInUseError;
    return {
      health: async () => (isInUse ? null : errorMessage(error)),
      describe: async () => ({ version: 'SQLite, in use by a server that runs', redis: null }),
      close: async () => {},
    };
  }
}
