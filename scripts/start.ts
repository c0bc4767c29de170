import { spawnSync } from 'node:child_process';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAppBuilt } from './build-app.ts';
import { builtLib, compileCacheDir, readBuildName, resolvePacked, serverFile } from './built-server.ts';
import { exitOnError } from './exit-on-error.ts';
import { provideSandbox } from './provide-sandbox.ts';

/** The only launcher: of `npm start`, of the image, and of the package. */
async function start(): Promise<void> {
  const wasBuilt = isAppBuilt();
  if (!wasBuilt) checkAndBuild();
  rememberCompiled();
  resolvePacked();
  // The server continues with the same module instances that are loaded here.
  const prepareStart = pathToFileURL(join(builtLib, 'http', 'prepare-start.js')).href;
  const { checkStart, checkSandbox, prepareServer }: typeof import('../lib/http/prepare-start.ts') =
    await import(prepareStart);
  const config = await checkStart();
  if (wasBuilt) {
    provideSandbox(config.execMode);
    if (config.execMode === 'bwrap') await checkSandbox();
  }
  // The server changes into its own folder: relative paths must still refer to the current one.
  process.env.INIT_CWD ??= process.cwd();
  Object.assign(process.env, prepareServer(config), { VITRINE_BUILD: readBuildName() });
  await import(pathToFileURL(serverFile).href);
}

/** In a separate process: the server would otherwise keep the 200 MB of memory that a build takes. */
function checkAndBuild(): void {
  const firstStart = join(import.meta.dirname, 'first-start.ts');
  const { status, error } = spawnSync(process.execPath, [firstStart], { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** Stores compiled code for the next start: its first page then takes a third of the time. */
function rememberCompiled(): void {
  enableCompileCache(compileCacheDir);
  // Otherwise it is only written at an orderly exit. By then the pages that people open first have been
  // requested.
  setTimeout(flushCompileCache, 10_000).unref();
}

start().catch(exitOnError);
