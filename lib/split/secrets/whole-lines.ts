/**
 * Where a text can be cut without splitting a secret: after its last line that does not continue on the next
 * with `\`. 0: nowhere.
 */
export function endOfWholeLines(text: string): number {
  let newline = text.lastIndexOf('\n');
  while (newline !== -1 && isContinued(text, newline))
    newline = newline === 0 ? -1 : text.lastIndexOf('\n', newline - 1);
  return newline + 1;
}

/** The end of the first such line that ends at `from` or later; the end of the text if there is none. */
export function endOfWholeLine(text: string, from: number): number {
  let newline = text.indexOf('\n', from);
  while (newline !== -1 && isContinued(text, newline)) newline = text.indexOf('\n', newline + 1);
  return newline === -1 ? text.length : newline + 1;
}

const isContinued = (text: string, newline: number): boolean =>
  text.charAt(newline - 1) === '\\' ||
  (text.charAt(newline - 1) === '\r' && text.charAt(newline - 2) === '\\');
