const fencePattern = /^ {0,3}(`{3,}|~{3,})/;
/** A line that may belong to the block before the blank line, or may come to: indented, a list item or the start of one, a quote. */
const continuesPattern = /^(?:\s|[-*+](?:\s|$)|\d{1,9}(?:[.)](?:\s|$)|$)|>)/;
const definitionPattern = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Cuts markdown where a blank line certainly ends a block, so that of a growing text only the last block is parsed
 * again. Text with link definitions stays whole: they may be used in any block.
 */
export function splitMarkdownBlocks(text: string): string[] {
  if (definitionPattern.test(text)) return [text];
  const blocks: string[] = [];
  let block: string[] = [];
  let fence: string | null = null;
  let isAfterBlank = false;
  for (const line of text.split('\n')) {
    const canEnd = fence === null && isAfterBlank && line !== '' && !continuesPattern.test(line);
    if (canEnd && block.length > 0) {
      blocks.push(block.join('\n'));
      block = [];
    }
    fence = fenceAfter(line, fence);
    isAfterBlank = line.trim() === '';
    if (block.length > 0 || !isAfterBlank) block.push(line);
  }
  if (block.length > 0) blocks.push(block.join('\n'));
  return blocks;
}

/** The fence that is open after this line; it closes with at least as many of the same mark. */
function fenceAfter(line: string, open: string | null): string | null {
  const mark = fencePattern.exec(line)?.[1] ?? null;
  if (open === null) return mark;
  const isClosing =
    mark !== null && mark[0] === open[0] && mark.length >= open.length && line.trim() === mark.trim();
  return isClosing ? null : open;
}
