import { enableCompileCache, flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../lib/config/config-error.ts';
import { type Config, readConfig } from '../lib/config.ts';
import { guardFrontDoor } from '../lib/http/front-door.ts';
import { checkRedis } from '../lib/stores/redis/check-redis.ts';
import { checkDataFolder } from '../lib/stores/sqlite/check-data-folder.ts';
import { createCommands } from '../lib/workspace/sandbox/create-commands.ts';
import { buildApp, compileCacheDir, serverFile } from './build-app.ts';
import { provideSandbox } from './provide-sandbox.ts';

/** The one launcher, for `npm start` and the image alike: what cannot work is refused in a sentence before Next loads. */
async function start(): Promise<void> {
  const config = readConfig();
  if (config.redisUrl !== null) {
    const fault = await checkRedis(config.redisUrl);
    if (fault !== null) throw new ConfigError(fault);
  } else {
    checkDataFolder(config.dataDir);
  }
  await checkPort(config);
  provideSandbox(config.execMode);
  if (config.execMode === 'bwrap') await checkSandbox();
  buildApp();
  // The server changes into its own folder: what was meant from here must not move with it.
  Object.assign(process.env, {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    // Next would read `.env` files by itself, behind the back of what was checked here.
    __NEXT_PROCESSED_ENV: 'true',
    // Next's standalone server reads HOSTNAME, not HOST, and would listen on every address.
    HOSTNAME: config.host,
    PORT: String(config.port),
    INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
    VITRINE_WORKSPACES: config.workspaces.join(','),
    VITRINE_DATA_DIR: config.dataDir,
    VITRINE_CLONES_DIR: config.clonesDir,
    ...(config.configPath === null ? {} : { VITRINE_CONFIG: config.configPath }),
    // Ending is ours: streams are told to come back and runs get their time.
    NEXT_MANUAL_SIG_HANDLE: 'true',
  });
  guardFrontDoor(config);
  rememberCompiled();
  await import(pathToFileURL(serverFile).href);
}

/** The next start finds the server's code compiled: its first page takes a third of the time. */
function rememberCompiled(): void {
  enableCompileCache(compileCacheDir);
  // Otherwise written at an orderly end only. By then the pages that people open first have been asked for.
  setTimeout(flushCompileCache, 10_000).unref();
}

/** Asked for by name, the sandbox must hold: a server without commands would not be what was wanted. */
async function checkSandbox(): Promise<void> {
  const commands = createCommands({ mode: 'bwrap' });
  const { reason } = await commands.check().finally(commands.close);
  if (reason !== null) throw new ConfigError(`VITRINE_EXEC is bwrap. ${reason}`);
}

/** Before the build: a minute is long to wait for bad news. */
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

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
