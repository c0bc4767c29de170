import { ConfigError } from '../lib/config/config-error.ts';
import { readConfig } from '../lib/config.ts';
import { errorMessage } from '../lib/core/errors.ts';
import { printReplay } from '../lib/replay/print-replay.ts';
import { ReplayError } from '../lib/replay/replay-error.ts';
import { createReplayFiles } from '../lib/stores/replay-files.ts';
import { planReplay } from './replay/plan-replay.ts';
import { runReplay } from './replay/run-replay.ts';

/**
 * `npm run replay -- <exported conversation> | <scripted task> | all [-n ROUNDS] [--seed NUMBER] [--mistakes]
 * [--code-mode]`:
 * does the same work with the same model, with results split and with whole results, and prints what each used,
 * whether the work was done, and how sure that is. `/savings/proof` shows it too.
 */
async function replay(): Promise<void> {
  const plan = planReplay(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  const config = readConfig();
  const files = createReplayFiles(config.dataDir);
  const total = plan.jobs.length * plan.roundsWanted;
  let done = 0;
  const created = await runReplay(config, plan, files, (name, round) => {
    done += 1;
    console.error(`${done} of ${total}: ${name}, round ${round}`);
  });
  console.log(printReplay(created));
  console.log(`Raw runs: ${config.dataDir}/replays/${created.id}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

replay().then(
  () => process.exit(0),
  (error: unknown) => {
    const isOurs = error instanceof ReplayError || error instanceof ConfigError;
    console.error(isOurs ? error.message : `The replay failed: ${errorMessage(error)}`);
    process.exit(isOurs ? 2 : 1);
  },
);
