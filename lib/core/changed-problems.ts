import type { Problem } from './problem.ts';

/** What went wrong in one of two runs only, by its name. */
export interface ChangedProblems {
  /** In the older run, and not in the newer. */
  fixed: string[];
  /** In the newer run, and not in the older. */
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
