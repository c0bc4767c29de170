import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readExport } from '#lib/replay/read-export.ts';
import { ReplayError } from '#lib/replay/replay-error.ts';
import { jobOfTask, type ReplayPlan } from '#lib/replay/replay-job.ts';
import { replayTasks } from '#lib/replay/replay-tasks.ts';

/**
 * What to replay: all scripted tasks, one of them, or the requests of an exported conversation.
 * @param folder base of relative paths
 * @throws ReplayError
 */
export function planReplay(wanted: readonly string[], folder: string): ReplayPlan {
  const [what, ...others] = wanted;
  const names = replayTasks.map(({ name }) => name).join(', ');
  if (what === undefined || others.length > 0) {
    throw new ReplayError(`Say what to replay: an exported conversation (JSON), all, or one of ${names}.`);
  }
  const tasks = replayTasks.filter(({ name }) => what === 'all' || what === name);
  if (tasks.length > 0) return { subject: 'tasks', access: null, jobs: tasks.map(jobOfTask) };
  const text = readText(resolve(folder, what));
  if (text === null) {
    throw new ReplayError(
      `There is no task ${what}, and no readable file of this name. There are: all, ${names}.`,
    );
  }
  try {
    return readExport(text);
  } catch (error) {
    if (error instanceof ReplayError) throw new ReplayError(`${what}: ${error.message}`);
    throw error;
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // Missing, a folder, or not readable: all are answered alike.
    return null;
  }
}
