import type { ChangedProblems } from './changed-problems.ts';

/** One of two results that are compared. */
export interface ComparedRun {
  artifactId: string;
  /** ISO 8601. */
  createdAt: string;
  lineCount: number;
}

/** `GET /api/artifacts/:id/compare?with=`: what changed between two results, from the older to the newer. */
export interface Comparison extends ChangedProblems {
  before: ComparedRun;
  after: ComparedRun;
  /** Lines. */
  added: number;
  deleted: number;
  /** Two runs of a command whose outputs differ in nothing but how long things took. */
  differsInTimes: boolean;
  /** A unified diff of the texts as people read them, lines that differ only in times left out; empty where they are equal. */
  diff: string;
}
