/** Lines as one, a mark between them; empty ones go. In time that grows with the text, whatever blanks it has. */
export const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ⏎ ');
