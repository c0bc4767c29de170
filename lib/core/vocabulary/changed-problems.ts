import type { Problem } from './problem.ts';

/** Failures that occurred in only one of two runs, by name. */
export interface ChangedProblems {
  /** Failures of the older run that are not in the newer one. */
  fixed: string[];
  /** Failures of the newer run that are not in the older one. */
  broken: string[];
}

export function changedProblems(before: readonly Problem[], after: readonly Problem[]): ChangedProblems {
  const [older, newer] = [namesOf(before), namesOf(after)];
  return {
    fixed: [...older].filter((name) => !newer.has(name)),
    broken: [...newer].filter((name) => !older.has(name)),
  };
}

const namesOf = (problems: readonly Problem[]): Set<string> => new Set(problems.map(({ name }) => name));
