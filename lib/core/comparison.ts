/** One of two results that are compared. */
export interface ComparedRun {
  artifactId: string;
  /** ISO 8601. */
  createdAt: string;
  lineCount: number;
}

/** `GET /api/artifacts/:id/compare?with=`: what changed between two results, from the older to the newer. */
export interface Comparison {
  before: ComparedRun;
  after: ComparedRun;
  /** Lines. */
  added: number;
  deleted: number;
  /** A unified diff of the texts as people read them; empty where they are equal. */
  diff: string;
}
