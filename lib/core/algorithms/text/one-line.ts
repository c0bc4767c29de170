/**
 * Joins lines into one with a mark between them, skipping empty ones. Takes linear time, whatever blanks the
 * text has.
 */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ⏎ ');
