import type { TaskKind } from '../core/vocabulary/ledger/task-kinds.ts';

/** A task for any model, and a program that checks whether it was done. */
export interface ReplayTask {
  name: string;
  title: string;
  kind: TaskKind;
  /** The template that it was made from, with others. */
  family?: string;
  /** The prompt for a language model. */
  goal: string;
  /** The messages for the offline model, one step each. */
  requests: readonly PlainRequest[];
  /** The program that the offline model writes where it may: it returns the answer. */
  program?: string;
  /** The task is skipped where commands are disabled. */
  needsCommands: boolean;
  /** The repository it works on, by path. Its bytes never vary. */
  files(): Readonly<Record<string, string>>;
  /** What is wrong with the outcome; `null`: the task is done. */
  check(end: TaskEnd): string | null | Promise<string | null>;
}

/**
 * A message; or a request to recall part of the first call whose arguments contain `of`, or to do something `again`.
 * The latter two are only sent if the model did not get that result whole, because it wants what it has not read.
 */
export type PlainRequest = string | { recall: string; of: string } | { again: string; of: string };

/** The outcome of a task. */
export interface TaskEnd {
  /** The model's last message. */
  answer: string;
  /** The repository's current files; `null`: deleted. */
  files: Readonly<Record<string, string | null>>;
  /** The files at the start. */
  original: Readonly<Record<string, string>>;
  /** Runs a command in the current workspace and returns its exit code. */
  run(command: string): Promise<number>;
}
