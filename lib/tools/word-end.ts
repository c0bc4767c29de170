/** How far back to search. */
const maxCharacters = 8 * 1024;

/**
 * Where an unfinished text can be cut without splitting a secret: after its last word, or at its end if no
 * word ends nearby.
 */
export function wordEnd(text: string): number {
  const earliest = Math.max(0, text.length - maxCharacters);
  for (let index = text.length; index > earliest; index -= 1)
    if (/[\s"',;]/.test(text[index - 1] ?? '')) return index;
  return text.length;
}
