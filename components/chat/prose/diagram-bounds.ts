/** Longer ones are not drawn: the time that it takes grows faster than the length. */
export const longestDiagram = 10_000;
const maxLines = 400;
/** Its layout compares every pair of nodes, many times. */
const maxMindmapLines = 120;

/** Kinds whose code loops over what is written, never over a number that is written. */
const drawnKinds =
  /^(?:flowchart|graph|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|journey|pie|mindmap|timeline|gitGraph|quadrantChart|xychart)\b/;
/** Kinds that are laid out in ranks: each link takes up room in every rank that it crosses. */
const rankedKinds = /^(?:flowchart|graph|classDiagram|stateDiagram|erDiagram)$/;
/** Links, of which each may cross as many ranks as all of them are long together. */
export const maxLinks = 100;
const maxLinkWork = maxLinks * maxLinks;
const longestLink = 8;

const comments = /\s*%%.*$/gm;
const labels = /"[^"]*"|\[[^\]\n]*\]|\([^)\n]*\)|\{[^}\n]*\}|\|[^|\n]*\|/g;
const link = /[-=.~]{2,}/g;

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
  if (rankedKinds.test(kind) && !isQuicklyRanked(text)) return 'It has too many links, or too long ones.';
  if (kind === 'gantt' && /\b(?:excludes|includes)\b/i.test(text))
    return 'Charts that leave out days are not drawn: each day would be looked at.';
  return null;
}

function isQuicklyRanked(text: string): boolean {
  const lengths = Array.from(text.replace(labels, ' ').matchAll(link), ([one]) => one.length);
  // The usual two characters are one rank.
  const ranks = lengths.reduce((sum, length) => sum + Math.max(1, length - 1), 0);
  return lengths.length * ranks <= maxLinkWork && lengths.every((length) => length <= longestLink);
}
