import type { LineRange } from '#lib/core/algorithms/lines/lines.ts';

/** What is to be shared: an artifact, or its selected lines. */
export interface ShareSubject {
  artifactId: string;
  title: string;
  lineCount: number | null;
  lines: LineRange | null;
}
