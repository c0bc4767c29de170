import type { Replay } from '../core/vocabulary/ledger/replay.ts';
import { repositoryFiles } from './repository/repository-files.ts';
import type { PlainRequest, ReplayTask } from './task.ts';

/** One piece of work that is done twice. */
export interface ReplayJob {
  name: string;
  title: string;
  note: string | null;
  needsCommands: boolean;
  /** The messages to send to the model, in order. */
  messagesFor(model: { isOffline: boolean }): readonly PlainRequest[];
  /** The initial files, by path; `null`: a copy of the current workspace. */
  files: Readonly<Record<string, string>> | null;
  /** `null`: no program can check whether it was done. */
  check: ReplayTask['check'] | null;
}

export interface ReplayPlan extends Pick<Replay, 'subject' | 'access'> {
  jobs: readonly ReplayJob[];
}

export const jobOfTask = (task: ReplayTask): ReplayJob => ({
  name: task.name,
  title: task.title,
  note: null,
  needsCommands: task.needsCommands,
  messagesFor: ({ isOffline }) => (isOffline ? task.requests : [task.goal]),
  files: repositoryFiles(),
  check: task.check,
});
