import { checkSandbox, checkStart } from '../lib/http/prepare-start.ts';
import { buildApp } from './build-app.ts';
import { exitOnError } from './exit-on-error.ts';
import { provideSandbox } from './provide-sandbox.ts';

/** A start without a build: an invalid setting is refused before half a minute is spent on building. */
async function checkAndBuild(): Promise<void> {
  const config = await checkStart();
  provideSandbox(config.execMode);
  if (config.execMode === 'bwrap') await checkSandbox();
  await buildApp();
}

checkAndBuild().catch(exitOnError);
