const fencePattern = /^ {0,3}(`{3,}|~{3,})/;
/** A line that may continue the block before a blank line: indented, a list item or its start, a quote. */
const continuesPattern = /^(?:\s|[-*+](?:\s|$)|\d{1,9}(?:[.)](?:\s|$)|$)|>)/;
const definitionPattern = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Splits markdown where a blank line certainly ends a block, so that only the last block of a growing text is
 * parsed again. Text with link definitions stays whole, since any block may use them.
 */
export function splitMarkdownBlocks(text: string): string[] {
  if (definitionPattern.test(text)) return [text];
  return cutMarkdown(text).map((block) => block.text);
}

interface MarkdownBlock {
  text: string;
  /** Line of the text where it begins, from 1. */
  line: number;
}

/** Splits in the same places, but ignores link definitions. */
export function cutMarkdown(text: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let block: string[] = [];
  let start = 1;
  let fence: string | null = null;
  let isAfterBlank = false;
  /** Of what can be opened, which is one block with its content. */
  let depth = 0;
  const end = () => {
    if (block.length > 0) blocks.push({ text: block.join('\n'), line: start });
    block = [];
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (fence === null && depth === 0 && isAfterBlank && line !== '' && !continuesPattern.test(line)) end();
    fence = fenceAfter(line, fence);
    if (fence === null) depth = Math.max(0, depth + openedDetails(line));
    isAfterBlank = line.trim() === '';
    if (block.length === 0) start = index + 1;
    if (block.length > 0 || !isAfterBlank) block.push(line);
  }
  end();
  return blocks;
}

/** By how many `<details>` more are open after a line: only what begins a line, or ends one, is such a tag. */
export const openedDetails = (line: string): number => {
  if (!/details/i.test(line)) return 0;
  const opens = /^ {0,3}<details[\s>]/i.test(line) ? 1 : 0;
  const closes = /^ {0,3}<\/details>|<\/details>\s*$/i.test(line) ? 1 : 0;
  return opens - closes;
};

/** The fence that is open after this line; it closes with at least as many of the same character. */
export function fenceAfter(line: string, open: string | null): string | null {
  const mark = fencePattern.exec(line)?.[1] ?? null;
  if (open === null) return mark;
  const isClosing =
    mark !== null && mark[0] === open[0] && mark.length >= open.length && line.trim() === mark.trim();
  return isClosing ? null : open;
}
