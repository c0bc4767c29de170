import { randomBytes } from 'node:crypto';
import { usualSplit } from '#lib/config/tool-splits.ts';
import type { Config } from '#lib/config.ts';
import { formatId, idBytes } from '#lib/core/vocabulary/ids.ts';
import type { Replay, ReplayedTask } from '#lib/core/vocabulary/ledger/replay.ts';
import { ReplayError } from '#lib/replay/replay-error.ts';
import type { ReplayJob, ReplayPlan } from '#lib/replay/replay-job.ts';
import { priceOf } from '#lib/runs/model-catalog.ts';
import { createModels } from '#lib/runs/models.ts';
import { tokenizerName } from '#lib/split/tokenizer.ts';
import type { ReplayFiles } from '#lib/stores/replay-files.ts';
import { createCommands } from '#lib/workspace/sandbox/create-commands.ts';
import { runSide } from './run-side.ts';
import { splitsOf } from './side-config.ts';

/**
 * Does each job twice, alternating which side is first, so that neither always benefits from the provider's
 * cache. Finished jobs are saved along the way.
 * @param report called for each finished job
 * @throws ReplayError if no model answers
 */
export async function runReplay(
  config: Config,
  plan: ReplayPlan,
  files: Pick<ReplayFiles, 'put' | 'putRun'>,
  report: (task: ReplayedTask) => void = () => {},
): Promise<Replay> {
  const model = createModels(config.offeredModels).standard;
  const commandsOff = await whyCommandsAreOff(config);
  let replay: Replay = {
    id: formatId('rpl', randomBytes(idBytes)),
    startedAt: new Date().toISOString(),
    finishedAt: null,
    subject: plan.subject,
    access: plan.access,
    model: model.id,
    isOffline: model.isOffline,
    level: usualSplit(splitsOf(config)).level,
    tokenizer: tokenizerName,
    price: priceOf(model.id, config.prices),
    tasks: [],
  };
  const runJob = async (job: ReplayJob, isOnFirst: boolean): Promise<ReplayedTask> => {
    const { name, title, note } = job;
    if (job.needsCommands && commandsOff !== null) return { name, title, sides: null, note: commandsOff };
    const first = await runSide(config, job, isOnFirst ? 'on' : 'off');
    refuseSilence(first);
    const second = await runSide(config, job, isOnFirst ? 'off' : 'on');
    for (const run of [first, second]) await files.putRun({ replayId: replay.id, ...run });
    const [on, off] = isOnFirst ? [first, second] : [second, first];
    return { name, title, sides: { on: on.figures, off: off.figures }, note };
  };
  for (const [index, job] of plan.jobs.entries()) {
    const task = await runJob(job, index % 2 === 0);
    replay = { ...replay, tasks: [...replay.tasks, task] };
    await files.put(replay);
    report(task);
  }
  replay = { ...replay, finishedAt: new Date().toISOString() };
  await files.put(replay);
  return replay;
}

async function whyCommandsAreOff({ execMode }: Config): Promise<string | null> {
  const commands = createCommands({ mode: execMode });
  const { reason } = await commands.check().finally(commands.close);
  return reason === null ? null : `Not run: this task needs commands. ${reason}`;
}

/** If the model never answered, there is nothing to compare. */
function refuseSilence({ figures }: Awaited<ReturnType<typeof runSide>>): void {
  if (figures.steps === 0) throw new ReplayError(figures.problem ?? 'The model did not answer.');
}
