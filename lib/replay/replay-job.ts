import type { Replay, ReplayedTask } from '../core/vocabulary/ledger/replay.ts';
import type { PlainRequest, ReplayTask } from './task.ts';

/** One piece of work that is done with the split and without. */
export interface ReplayJob extends Pick<ReplayedTask, 'name' | 'title' | 'kind' | 'family' | 'note'> {
  needsCommands: boolean;
  /** The messages to send to the model, in order; `mayProgram`: it may write programs that call tools. */
  messagesFor(model: { isOffline: boolean }, mayProgram: boolean): readonly PlainRequest[];
  /** The initial files, by path; `null`: a copy of the current workspace. */
  files: ReplayTask['files'] | null;
  /** `null`: no program can check whether it was done. */
  check: ReplayTask['check'] | null;
}

export interface ReplayPlan
  extends Pick<Replay, 'subject' | 'access' | 'roundsWanted' | 'seed' | 'hasMistakes' | 'hasPrograms'> {
  jobs: readonly ReplayJob[];
}

export const jobOfTask = (task: ReplayTask): ReplayJob => ({
  name: task.name,
  title: task.title,
  kind: task.kind,
  family: task.family ?? null,
  note: null,
  needsCommands: task.needsCommands,
  messagesFor({ isOffline }, mayProgram) {
    if (!isOffline) return [task.goal];
    return mayProgram && task.program !== undefined ? [`program: ${task.program}`] : task.requests;
  },
  files: task.files,
  check: task.check,
});
