/** How far back is looked. */
const maxCharacters = 8 * 1024;

/** Where a text that goes on can be cut so that no secret is cut in two: behind its last word's end; at its own end where there is none near. */
export function wordEnd(text: string): number {
  const earliest = Math.max(0, text.length - maxCharacters);
  for (let index = text.length; index > earliest; index -= 1)
    if (/[\s"',;]/.test(text[index - 1] ?? '')) return index;
  return text.length;
}
