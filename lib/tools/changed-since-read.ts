import { visibleName } from '../core/visible-name.ts';
/** What the model is told of a file that is not what it last read. */
export const changedSinceRead = (path: string): string =>
  `Changed since you read it: ${visibleName(path)}. Read it again, then edit.`;
