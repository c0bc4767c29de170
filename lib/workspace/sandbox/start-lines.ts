import type { StopCause } from '../commands.ts';
import { type LineHandling, type LineProgram, startLineProgram } from '../line-program.ts';
import type { WorkspaceMount } from '../protection/mount-plan.ts';
import { guardCommand } from './command-guard.ts';
import type { CommandLimits } from './command-limits.ts';
import { watchMounts } from './mounted-files.ts';
import type { PreparedProgram, StartedProgram } from './prepared-program.ts';

export interface LinesStart extends LineHandling {
  program: PreparedProgram;
  mounts: readonly WorkspaceMount[];
  root: string;
  limits: CommandLimits;
  signal: AbortSignal;
}

/** It may run for days: what the workspace grew by is counted anew after this. */
const growthWindowMs = 15 * 60_000;

/** @throws the system's error when the program cannot be started */
export async function startLines(start: LinesStart): Promise<StartedProgram<LineProgram>> {
  const { program, mounts, root, limits, signal, takeOutput } = start;
  const { file, cwd, environment, group, gate, isConfined } = program;
  const hasLostCover = await watchMounts(root, mounts);
  const lines = await startLineProgram({
    command: file,
    args: program.arguments,
    cwd,
    environment,
    takeOutput,
  });
  const { pid } = lines;
  const guard = guardCommand({ pid, root, limits, group, gate, signal, isConfined, growthWindowMs });
  const end = lines.end.then(async (how) => {
    const cause = await guard.finish(how === 'exit 0' ? 0 : 1);
    return (cause && endings[cause]) ?? how;
  });
  return { pid, running: { ...lines, end, hasLostCover, stop: () => guard.stop('server') } };
}

/** How it ended, where it exceeded what one command may use. */
const endings: Partial<Record<StopCause, string>> = {
  memory: 'it took more memory than one command may',
  processes: 'it started more processes than one command may',
  growth: 'the workspace grew by more than one command may write',
  files: 'its temporary files took more room than one command may',
};
