import { checkSandbox, checkStart } from '../lib/http/prepare-start.ts';
import { buildApp } from './build-app.ts';
import { exitOnError } from './exit-on-error.ts';
import { provideSandbox } from './provide-sandbox.ts';

/** What a start does where nothing is built yet: a setting that cannot work is refused before half a minute is spent on a build. */
async function checkAndBuild(): Promise<void> {
  const config = await checkStart();
  provideSandbox(config.execMode);
  if (config.execMode === 'bwrap') await checkSandbox();
  await buildApp();
}

checkAndBuild().catch(exitOnError);
