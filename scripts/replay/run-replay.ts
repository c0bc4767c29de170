import { createHash, randomBytes } from 'node:crypto';
import { usualSplit } from '#lib/config/tool-splits.ts';
import type { Config } from '#lib/config.ts';
import { createSeeded, shuffled } from '#lib/core/algorithms/seeded.ts';
import { formatId, idBytes } from '#lib/core/vocabulary/ids.ts';
import {
  type Replay,
  type ReplayRound,
  type ReplaySide,
  type SplitSide,
  splitSides,
} from '#lib/core/vocabulary/ledger/replay.ts';
import { createCallCounter } from '#lib/replay/count-call.ts';
import { withMistakes } from '#lib/replay/mistakes.ts';
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
 * Does all jobs in as many rounds as planned: in each round they are shuffled by the seed, and each is done with
 * the split and without, one right after the other; which is first is drawn, too, so that neither side always
 * benefits from the provider's cache or its quiet hours. Finished pairs are saved along the way.
 * @param report called for each finished pair
 * @throws ReplayError if no model answers
 */
export async function runReplay(
  config: Config,
  plan: ReplayPlan,
  files: Pick<ReplayFiles, 'put' | 'putRun'>,
  report: (name: string, round: number) => void = () => {},
): Promise<Replay> {
  const model = createModels(config.offeredModels).standard;
  if (plan.hasMistakes && !model.isOffline) {
    throw new ReplayError('--mistakes is for the offline model: language models make their own.');
  }
  const commandsOff = await whyCommandsAreOff(config);
  const isPossible = ({ needsCommands }: ReplayJob) => !needsCommands || commandsOff === null;
  const count = createCallCounter();
  const { subject, access, roundsWanted, seed, hasMistakes, hasPrograms } = plan;
  let replay: Replay = {
    id: formatId('rpl', randomBytes(idBytes)),
    startedAt: new Date().toISOString(),
    finishedAt: null,
    ...{ subject, access, roundsWanted, seed, hasMistakes, hasPrograms },
    model: model.id,
    isOffline: model.isOffline,
    level: usualSplit(splitsOf(config)).level,
    tokenizer: tokenizerName,
    price: priceOf(model.id, config.prices),
    tasks: plan.jobs.map((job) => ({
      ...{ name: job.name, title: job.title, kind: job.kind, family: job.family, rounds: [] },
      note: isPossible(job) ? job.note : commandsOff,
    })),
  };
  const runPair = async (job: ReplayJob, round: number, order: readonly SplitSide[]): Promise<Pair> => {
    const figures: Partial<Record<SplitSide, ReplaySide>> = {};
    for (const side of order) {
      const mayProgram = hasPrograms && side === 'on';
      const script = job.messagesFor(model, mayProgram);
      const messages = hasMistakes ? withMistakes(script, seedOf(seed, job.name, round)) : script;
      const { outage, ...run } = await runSide(config, job, { side, messages, mayProgram, count });
      if (outage !== null) return { outage };
      if (run.figures.steps === 0) return { outage: run.figures.problem ?? 'The model did not answer.' };
      await files.putRun({ replayId: replay.id, task: job.name, round, ...run });
      figures[side] = run.figures;
    }
    if (!figures.on || !figures.off) throw new Error('a pair has two sides');
    return { round, on: figures.on, off: figures.off };
  };
  const seeded = createSeeded(seed);
  for (let round = 1; round <= roundsWanted; round++) {
    for (const job of shuffled(plan.jobs, seeded)) {
      const order = shuffled(splitSides, seeded);
      if (!isPossible(job)) continue;
      let pair = await runPair(job, round, order);
      // If the model never answered, there is nothing to compare.
      if ('outage' in pair && replay.tasks.every(({ rounds }) => rounds.length === 0)) {
        throw new ReplayError(pair.outage);
      }
      for (let retry = 0; 'outage' in pair && retry < maxRetries; retry++)
        pair = await runPair(job, round, order);
      replay =
        'outage' in pair ? withNote(replay, job.name, round, pair.outage) : withRound(replay, job.name, pair);
      await files.put(replay);
      report(job.name, round);
    }
  }
  replay = { ...replay, finishedAt: new Date().toISOString() };
  await files.put(replay);
  return replay;
}

/** `outage`: the provider failed one side, so that the other has nothing to be compared with. */
type Pair = ReplayRound | { outage: string };

const maxRetries = 2;

const withNote = (replay: Replay, name: string, round: number, outage: string): Replay => ({
  ...replay,
  tasks: replay.tasks.map((task) => {
    const note = `Round ${round} is left out on both sides: ${outage}`;
    return task.name === name ? { ...task, note: task.note === null ? note : `${task.note} ${note}` } : task;
  }),
});

const withRound = (replay: Replay, name: string, round: ReplayRound): Replay => ({
  ...replay,
  tasks: replay.tasks.map((task) =>
    task.name === name ? { ...task, rounds: [...task.rounds, round] } : task,
  ),
});

/** Mistakes differ between tasks and rounds. */
const seedOf = (seed: number, task: string, round: number): number =>
  createHash('sha256').update(`${seed} ${task} ${round}`).digest().readUInt32LE(0);

async function whyCommandsAreOff({ execMode }: Config): Promise<string | null> {
  const commands = createCommands({ mode: execMode });
  const { reason } = await commands.check().finally(commands.close);
  return reason === null ? null : `Not run: this task needs commands. ${reason}`;
}
