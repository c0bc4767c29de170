import { createServer } from 'node:net';
import { ConfigError } from '../config/config-error.ts';
import { type Config, readConfig } from '../config.ts';
import { checkRedis } from '../stores/redis/check-redis.ts';
import { checkDataFolder } from '../stores/sqlite/check-data-folder.ts';
import { createCommands } from '../workspace/sandbox/create-commands.ts';
import { guardFrontDoor } from './front-door.ts';

/**
 * Rejects a configuration that cannot work, in one sentence, before anything is built and before Next is
 * loaded.
 * @throws ConfigError
 */
export async function checkStart(): Promise<Config> {
  const config = readConfig();
  if (config.redisUrl !== null) {
    const fault = await checkRedis(config.redisUrl);
    if (fault !== null) throw new ConfigError(fault);
  } else {
    checkDataFolder(config.dataDir);
  }
  await checkPort(config);
  return config;
}

/**
 * When the sandbox is requested by name it must work: starting without commands is not what was asked for.
 * @throws ConfigError
 */
export async function checkSandbox(): Promise<void> {
  const commands = createCommands({ mode: 'bwrap' });
  const { reason } = await commands.check().finally(commands.close);
  if (reason !== null) throw new ConfigError(`VITRINE_EXEC is bwrap. ${reason}`);
}

/** Guards the server that Next will create. @returns the environment for Next's standalone server */
export function prepareServer(config: Config): Record<string, string> {
  guardFrontDoor(config);
  return {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Keeps Next from reading `.env` files, which would bypass the checks made here.
    __NEXT_PROCESSED_ENV: 'true',
    // Next's standalone server reads HOSTNAME, not HOST, and would listen on every address.
    HOSTNAME: config.host,
    PORT: String(config.port),
    VITRINE_WORKSPACES: config.workspaces.join(','),
    VITRINE_DATA_DIR: config.dataDir,
    VITRINE_CLONES_DIR: config.clonesDir,
    ...(config.configPath === null ? {} : { VITRINE_CONFIG: config.configPath }),
    // Shutdown is ours: streams tell their readers to reconnect, and runs get time to finish.
    NEXT_MANUAL_SIG_HANDLE: 'true',
  };
}

async function checkPort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject).listen(port, host, resolve);
  }).catch((cause: NodeJS.ErrnoException) => {
    const why =
      cause.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${cause.code})`;
    throw new ConfigError(`Port ${port} ${why}: set PORT to another one.`);
  });
  await new Promise((resolve) => probe.close(resolve));
}
