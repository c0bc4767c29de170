import type { Replay, ReplayedTask } from '../core/vocabulary/ledger/replay.ts';
import type { PlainRequest, ReplayTask } from './task.ts';

/** One piece of work that is done with the split and without. */
export interface ReplayJob extends Pick<ReplayedTask, 'name' | 'title' | 'kind' | 'note'> {
  needsCommands: boolean;
  /** The messages to send to the model, in order. */
  messagesFor(model: { isOffline: boolean }): readonly PlainRequest[];
  /** The initial files, by path; `null`: a copy of the current workspace. */
  files: ReplayTask['files'] | null;
  /** `null`: no program can check whether it was done. */
  check: ReplayTask['check'] | null;
}

export interface ReplayPlan
  extends Pick<Replay, 'subject' | 'access' | 'roundsWanted' | 'seed' | 'hasMistakes'> {
  jobs: readonly ReplayJob[];
}

export const jobOfTask = (task: ReplayTask): ReplayJob => ({
  name: task.name,
  title: task.title,
  kind: task.kind,
  note: null,
  needsCommands: task.needsCommands,
  messagesFor: ({ isOffline }) => (isOffline ? task.requests : [task.goal]),
  files: task.files,
  check: task.check,
});
