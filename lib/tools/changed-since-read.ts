import { visibleName } from '../core/algorithms/text/visible-name.ts';
/** Tells the model that a file has changed since it last read it. */
export const changedSinceRead = (path: string): string =>
  `Changed since you read it: ${visibleName(path)}. Read it again, then edit.`;
