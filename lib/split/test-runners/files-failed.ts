import { figure } from '../figure.ts';
import { plural } from '../plural.ts';

/** `2 files failed of 5`, or how many there are. */
export const filesFailed = (failed: number, total: number, noun = 'file'): string =>
  failed > 0 ? `${plural(failed, noun)} failed of ${figure(total)}` : plural(total, noun);
