/** Longer ones are not drawn: the time that it takes grows faster than the length. */
export const longestDiagram = 10_000;
const maxLines = 400;
/** Its layout compares every pair of nodes, many times. */
const maxMindmapLines = 120;
/** Each character of a link beyond three is one more rank that the layout has to fill. */
const longLink = /[-=.]{16,}/;

/** Kinds whose code loops over what is written, never over a number that is written. */
const drawnKinds =
  /^(?:flowchart|graph|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|journey|pie|mindmap|timeline|gitGraph|quadrantChart|xychart)\b/;
const comments = /\s*%%.*$/gm;

/**
 * Why a diagram is not drawn, in a sentence; `null`: it can be. It would be drawn by the script of the page, which
 * nothing can stop: so what could take long is never begun.
 * @param source without settings, as it is drawn
 */
export function whyNotDrawn(source: string): string | null {
  if (source.length > longestDiagram) return 'It is too long to be drawn.';
  const text = source.replace(comments, '').trim();
  const [kind = ''] = drawnKinds.exec(text) ?? [];
  if (kind === '') return 'Diagrams of this kind are not drawn.';
  const lineCount = text.split(/[\n;]/).length;
  if (lineCount > (kind === 'mindmap' ? maxMindmapLines : maxLines)) return 'It is too long to be drawn.';
  if (longLink.test(text)) return 'Its links are too long to be drawn.';
  if (kind === 'gantt' && /\b(?:excludes|includes)\b/i.test(text))
    return 'Charts that leave out days are not drawn: each day would be looked at.';
  return null;
}
