import { enableCompileCache, flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { buildApp, builtLib, compileCacheDir, isAppBuilt, serverFile } from './build-app.ts';
import { provideSandbox } from './provide-sandbox.ts';

/** The one launcher, for `npm start` and the image alike. */
async function start(): Promise<void> {
  const isBuilt = isAppBuilt();
  if (isBuilt) rememberCompiled();
  const { checkStart, checkSandbox } = await loadPreparation(isBuilt);
  const config = await checkStart();
  provideSandbox(config.execMode);
  if (config.execMode === 'bwrap') await checkSandbox();
  if (!isBuilt) {
    await buildApp();
    rememberCompiled();
  }
  // The server changes into its own folder: what was meant from here must not move with it.
  const { prepareServer } = await loadPreparation(true);
  process.env.INIT_CWD ??= process.cwd();
  Object.assign(process.env, prepareServer(config));
  await import(pathToFileURL(serverFile).href);
}

/** Of the build, where there is one: the server goes on with the very modules that are loaded then. */
async function loadPreparation(isBuilt: boolean): Promise<typeof import('../lib/http/prepare-start.ts')> {
  return isBuilt
    ? await import(pathToFileURL(`${builtLib}/http/prepare-start.js`).href)
    : await import('../lib/http/prepare-start.ts');
}

/** The next start finds the server's code compiled: its first page takes a third of the time. */
function rememberCompiled(): void {
  enableCompileCache(compileCacheDir);
  // Otherwise written at an orderly end only. By then the pages that people open first have been asked for.
  setTimeout(flushCompileCache, 10_000).unref();
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
