import { cutText } from '../text/cut-text.ts';

/** A patch that cannot be parsed or does not apply, explained in a sentence for people and the model. */
export class PatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatchError';
  }
}

/** Quotes a line of a patch within a sentence. */
export const quoteLine = (line: string): string => JSON.stringify(cutText(line, 80));
