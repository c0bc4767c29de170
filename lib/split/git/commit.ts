/** What a log tells of a commit. `null`: not told. */
export interface Commit {
  hash: string | null;
  /** As it stands there. */
  date: string | null;
  /** `2026-07-27` */
  day: string | null;
  author: string | null;
  subject: string;
  /** `(HEAD -> main, tag: v1.0)` */
  decoration: string | null;
  line: number;
}
