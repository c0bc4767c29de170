import type { RawText } from './raw-text.ts';

/** One statement of a view about a result, and whether it is true. */
export interface Statement {
  text: string;
  /** `unchecked`: no rule knows how to recount it. */
  is: 'true' | 'false' | 'unchecked';
}

/** What statements are checked against. */
export interface Checked {
  raw: RawText;
  exitCode: number | null;
  /** The summarizer that made the view. */
  kind: string;
}

export const numberOf = (written = ''): number => Number(written.replaceAll(',', ''));
