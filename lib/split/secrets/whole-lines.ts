/**
 * Where a text may be cut so that no secret is: behind its last line that does not go on in the next by `\`. 0: nowhere.
 */
export function endOfWholeLines(text: string): number {
  let newline = text.lastIndexOf('\n');
  while (newline !== -1 && isContinued(text, newline))
    newline = newline === 0 ? -1 : text.lastIndexOf('\n', newline - 1);
  return newline + 1;
}

/** The same of the first such line that ends at `from` or later; the text's end, if there is none. */
export function endOfWholeLine(text: string, from: number): number {
  let newline = text.indexOf('\n', from);
  while (newline !== -1 && isContinued(text, newline)) newline = text.indexOf('\n', newline + 1);
  return newline === -1 ? text.length : newline + 1;
}

const isContinued = (text: string, newline: number): boolean =>
  text.charAt(newline - 1) === '\\' ||
  (text.charAt(newline - 1) === '\r' && text.charAt(newline - 2) === '\\');
