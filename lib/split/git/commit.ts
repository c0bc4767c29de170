/** A commit as a log reports it. `null`: not reported. */
export interface Commit {
  hash: string | null;
  /** The date as printed. */
  date: string | null;
  /** `2026-07-27` */
  day: string | null;
  author: string | null;
  subject: string;
  /** `(HEAD -> main, tag: v1.0)` */
  decoration: string | null;
  line: number;
}
