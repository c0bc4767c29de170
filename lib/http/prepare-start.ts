import { createServer } from 'node:net';
import { ConfigError } from '../config/config-error.ts';
import { type Config, readConfig } from '../config.ts';
import { checkRedis } from '../stores/redis/check-redis.ts';
import { checkDataFolder } from '../stores/sqlite/check-data-folder.ts';
import { createCommands } from '../workspace/sandbox/create-commands.ts';
import { guardFrontDoor } from './front-door.ts';

/**
 * What cannot work is refused in a sentence, before anything is built and before Next is loaded.
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
 * Asked for by name, the sandbox must hold: a server without commands would not be what was wanted.
 * @throws ConfigError
 */
export async function checkSandbox(): Promise<void> {
  const commands = createCommands({ mode: 'bwrap' });
  const { reason } = await commands.check().finally(commands.close);
  if (reason !== null) throw new ConfigError(`VITRINE_EXEC is bwrap. ${reason}`);
}

/** Guards what Next will listen with. @returns the environment that its standalone server is to find */
export function prepareServer(config: Config): Record<string, string> {
  guardFrontDoor(config);
  return {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Next would read `.env` files by itself, behind the back of what was checked here.
    __NEXT_PROCESSED_ENV: 'true',
    // Next's standalone server reads HOSTNAME, not HOST, and would listen on every address.
    HOSTNAME: config.host,
    PORT: String(config.port),
    VITRINE_WORKSPACES: config.workspaces.join(','),
    VITRINE_DATA_DIR: config.dataDir,
    VITRINE_CLONES_DIR: config.clonesDir,
    ...(config.configPath === null ? {} : { VITRINE_CONFIG: config.configPath }),
    // Ending is ours: streams are told to come back and runs get their time.
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
