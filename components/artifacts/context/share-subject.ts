import type { LineRange } from '../../../lib/core/lines.ts';

/** What is to be shared: an artifact, or the lines of it that are selected. */
export interface ShareSubject {
  artifactId: string;
  title: string;
  lineCount: number | null;
  lines: LineRange | null;
}
