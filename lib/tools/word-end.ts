/** How far back is looked. */
const mostCharacters = 8 * 1024;

/** Where a text that goes on can be cut so that no secret is cut in two: behind its last word's end; at its own end where there is none near. */
export function wordEnd(text: string): number {
  const earliest = Math.max(0, text.length - mostCharacters);
  for (let place = text.length; place > earliest; place -= 1)
    if (/[\s"',;]/.test(text[place - 1] ?? '')) return place;
  return text.length;
}
