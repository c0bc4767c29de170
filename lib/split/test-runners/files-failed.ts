import { figure } from '../figure.ts';
import { plural } from '../plural.ts';

/** `2 files failed of 5`, or just the number of files when none failed. */
export const filesFailed = (failed: number, total: number, noun = 'file'): string =>
  failed > 0 ? `${plural(failed, noun)} failed of ${figure(total)}` : plural(total, noun);
