import { readConfig } from '../config.ts';
import type { ServerCheck } from '../core/api/server-check.ts';
import { type CheckNeeds, checkServer } from '../operations/doctor/check-server.ts';
import { createModels } from '../runs/models.ts';
import { openStores } from '../stores/open-stores.ts';
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
  // A data folder is the server's own: it is not opened beside it, nor by another user before it.
  const stores =
    redisUrl === null
      ? ofDataFolder
      : openStores({ redisUrl, dataDir, artifactTtlSeconds, nowMs: () => Date.now() });
  try {
    const needs = { config, commands, models: createModels(config.offeredModels), stores };
    return await checkServer(needs, callsModel);
  } finally {
    await commands.close();
    await stores.close();
  }
}

const ofDataFolder: CheckNeeds['stores'] & Pick<Stores, 'close'> = {
  health: async () => null,
  describe: async () => ({ version: 'SQLite, which the server checks as it starts', redis: null }),
  runners: { list: async () => [] },
  close: async () => {},
};
