/** A piece of work that can be given to any model, and a program that tells whether it was done. */
export interface ReplayTask {
  name: string;
  title: string;
  /** For a model that reads words. */
  goal: string;
  /** For the offline model, one message each. */
  requests: readonly PlainRequest[];
  /** It cannot be done where commands are off. */
  needsCommands: boolean;
  /** What is wrong with how it ended; `null`: it is done. */
  check(end: TaskEnd): string | null | Promise<string | null>;
}

/**
 * `{last}` is the artifact of the call before. `ifLeftOut`: asked only where the model was not given that result whole, as a model
 * would read more only of what it has not read.
 */
export type PlainRequest = string | { ifLeftOut: string };

/** How a task ended. */
export interface TaskEnd {
  /** The last that the model said. */
  answer: string;
  /** The repository's files as they are now; `null`: not there any more. */
  files: Readonly<Record<string, string | null>>;
  /** Runs a command in the workspace as it is now; its exit code. */
  run(command: string): Promise<number>;
}
