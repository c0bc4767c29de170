import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '#lib/core/errors.ts';
import { readExport } from '#lib/replay/read-export.ts';
import { ReplayError } from '#lib/replay/replay-error.ts';
import { jobOfTask, type ReplayPlan } from '#lib/replay/replay-job.ts';
import { replayTasks } from '#lib/replay/replay-tasks.ts';

const maxRounds = 100;

/**
 * What to replay, and how often: all scripted tasks, one of them, or the requests of an exported conversation.
 * @param args of the command line
 * @param folder base of relative paths
 * @throws ReplayError
 */
export function planReplay(args: readonly string[], folder: string): ReplayPlan {
  const { values, positionals } = parseOptions(args);
  const how = {
    roundsWanted: readNumber('-n', values.rounds, 1, maxRounds),
    seed: readNumber('--seed', values.seed, 0, 2 ** 32 - 1),
    hasMistakes: values.mistakes,
    hasPrograms: values['code-mode'],
  };
  if (how.hasMistakes && how.hasPrograms) {
    throw new ReplayError(
      '--mistakes and --code-mode do not go together: a program has no mistakes, the other side would.',
    );
  }
  const [what, ...others] = positionals;
  const names = replayTasks.map(({ name }) => name).join(', ');
  if (what === undefined || others.length > 0) {
    throw new ReplayError(`Say what to replay: an exported conversation (JSON), all, or one of ${names}.`);
  }
  const tasks = replayTasks.filter(({ name }) => what === 'all' || what === name);
  if (tasks.length > 0) return { subject: 'tasks', access: null, jobs: tasks.map(jobOfTask), ...how };
  const text = readText(resolve(folder, what));
  if (text === null) {
    throw new ReplayError(
      `There is no task ${what}, and no readable file of this name. There are: all, ${names}.`,
    );
  }
  if (how.hasMistakes) throw new ReplayError('--mistakes is for scripted tasks, not for a conversation.');
  try {
    return { ...readExport(text), ...how };
  } catch (error) {
    if (error instanceof ReplayError) throw new ReplayError(`${what}: ${error.message}`);
    throw error;
  }
}

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        rounds: { type: 'string', short: 'n', default: '1' },
        seed: { type: 'string', default: '1' },
        mistakes: { type: 'boolean', default: false },
        'code-mode': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new ReplayError(
      `${errorMessage(error).split('\n', 1)} The options are -n ROUNDS, --seed NUMBER, --mistakes and --code-mode.`,
    );
  }
}

function readNumber(option: string, text: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new ReplayError(`${option} is a whole number from ${min} to ${max}, and not "${text}".`);
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Missing, a folder, or not readable: all are answered alike.
    return null;
  }
}
