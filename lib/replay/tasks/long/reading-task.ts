import type { PlainRequest, ReplayTask } from '#lib/replay/task.ts';

interface ReadingTask
  extends Pick<ReplayTask, 'name' | 'title' | 'kind' | 'family' | 'goal' | 'program' | 'files' | 'check'> {
  /** Files that are read in order. */
  paths: readonly string[];
  /** What is asked of them afterwards. */
  afterwards: readonly PlainRequest[];
}

/** A task in which many files are read before the question can be answered. */
export const readingTask = ({ paths, afterwards, ...task }: ReadingTask): ReplayTask => ({
  ...task,
  requests: [...paths.map((path) => `read ${path}`), ...afterwards],
  needsCommands: false,
});
