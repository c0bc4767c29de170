import type { RawText } from './raw-text.ts';

/** One thing that a view says of a result, and whether that is so. */
export interface Statement {
  text: string;
  /** `unchecked`: no rule knows how to recount it. */
  is: 'true' | 'false' | 'unchecked';
}

/** What statements are held against. */
export interface Checked {
  raw: RawText;
  exitCode: number | null;
  /** What made the view. */
  kind: string;
}

export const numberOf = (written = ''): number => Number(written.replaceAll(',', ''));
