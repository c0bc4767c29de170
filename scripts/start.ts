import { spawnSync } from 'node:child_process';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtLib, compileCacheDir, isAppBuilt, serverFile } from './build-app.ts';
import { exitOnError } from './exit-on-error.ts';
import { provideSandbox } from './provide-sandbox.ts';

/** The one launcher, for `npm start` and the image alike. */
async function start(): Promise<void> {
  const wasBuilt = isAppBuilt();
  if (!wasBuilt) checkAndBuild();
  rememberCompiled();
  // The server goes on with the very modules that are loaded here.
  const prepareStart = pathToFileURL(join(builtLib, 'http', 'prepare-start.js')).href;
  const { checkStart, checkSandbox, prepareServer }: typeof import('../lib/http/prepare-start.ts') =
    await import(prepareStart);
  const config = await checkStart();
  if (wasBuilt) {
    provideSandbox(config.execMode);
    if (config.execMode === 'bwrap') await checkSandbox();
  }
  // The server changes into its own folder: what was meant from here must not move with it.
  process.env.INIT_CWD ??= process.cwd();
  Object.assign(process.env, prepareServer(config));
  await import(pathToFileURL(serverFile).href);
}

/** In a process of its own: a server would keep the 200 MB of memory that a build takes. */
function checkAndBuild(): void {
  const firstStart = join(import.meta.dirname, 'first-start.ts');
  const { status, error } = spawnSync(process.execPath, [firstStart], { stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

/** The next start finds the server's code compiled: its first page takes a third of the time. */
function rememberCompiled(): void {
  enableCompileCache(compileCacheDir);
  // Otherwise written at an orderly end only. By then the pages that people open first have been asked for.
  setTimeout(flushCompileCache, 10_000).unref();
}

start().catch(exitOnError);
