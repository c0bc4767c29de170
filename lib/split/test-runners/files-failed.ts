import { plural } from '../plural.ts';

/** `2 of 5 files failed`, or how many there are. */
export const filesFailed = (failed: number, total: number): string =>
  failed > 0 ? `${failed} of ${plural(total, 'file')} failed` : plural(total, 'file');
