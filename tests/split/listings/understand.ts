import { listings } from '#lib/split/listings/listings.ts';
import { understandText } from '#tests/support/understand-text.ts';

/** What is made of a listing. @param command `null`: our own tool made it */
export const understand = (command: string | null, text: string, exitCode = 0) =>
  understandText(
    text,
    listings,
    command === null
      ? { tool: 'list_files', args: { path: '.' }, type: 'tree', title: '.', exitCode }
      : { command, exitCode },
  );
