import { cutText } from './cut-text.ts';

/** A patch that cannot be read, or does not fit, in a sentence for people and model alike. */
export class PatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatchError';
  }
}

/** A line of a patch within a sentence. */
export const quoteLine = (line: string): string => JSON.stringify(cutText(line, 80));
