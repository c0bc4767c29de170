import { splitAtPieces } from '../ui/text-pieces.ts';
import { fenceAfter, openedDetails } from './markdown-blocks.ts';

/** Maximum size of a markdown block parsed at once: parse time grows faster than the text. */
const partCharacters = 8 * 1024;
const definitionPattern = /^ {0,3}\[[^\]\n]+\]:.*$/gm;
const maxDefinitionCharacters = 2 * 1024;
const foldCharacters = 300;
const maxHeadCharacters = 1_024;
const delimiterRow = /^ {0,3}\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/**
 * Splits a markdown block that is too long to parse at once, at line ends if it has any. Code stays code in
 * each part and a table has its head in each, and link definitions apply in all of them. While a block grows, its full parts do not change.
 */
export function divideBlock(block: string): string[] {
  if (block.length <= partCharacters) return [block];
  const definitions = definitionsOf(block);
  return cutAtLines(block).map((part) => (definitions === '' ? part : `${part}\n\n${definitions}`));
}

function cutAtLines(block: string): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let length = 0;
  let fence: { mark: string; opening: string; at: number } | null = null;
  /** The tags that are open, as they were written. */
  let folds: string[] = [];
  /** Head and delimiter row of the table that the last line is in. */
  let table: string[] = [];
  const end = (isLast: boolean) => {
    if (fence !== null) {
      if (!isLast) lines[fence.at] = asPart(fence.opening);
      lines.push(fence.mark);
    }
    for (const _ of folds) lines.push('', '</details>');
    parts.push(lines.join('\n'));
    const again = fence === null ? table : [asPart(fence.opening)];
    lines = [...folds.flatMap((fold) => [fold, '']), ...again];
    if (fence !== null) fence = { ...fence, at: lines.length - 1 };
    length = 0;
  };
  // A line that fills a part alone is split between characters.
  for (const line of block.split('\n').flatMap((each) => splitAtPieces(each, partCharacters))) {
    if (line.trim() === '') table = [];
    if (length > 0 && length + line.length > partCharacters) end(false);
    const last = lines.at(-1);
    if (fence === null && table.length === 0 && last?.includes('|') && delimiterRow.test(line))
      table = headOf(last, line);
    const mark = fenceAfter(line, fence?.mark ?? null);
    if (mark === null) fence = null;
    else fence ??= { mark, opening: line, at: lines.length };
    if (mark === null) folds = foldsAfter(line, folds);
    lines.push(line);
    length += line.length + 1;
  }
  if (length > 0) end(true);
  return parts;
}

/** A head that would fill much of each part is only in the first one. */
const headOf = (head: string, delimiters: string): string[] =>
  head.length + delimiters.length > maxHeadCharacters ? [] : [head, delimiters];

/** What is drawn as a whole is not drawn in parts. */
const asPart = (opening: string): string => opening.replace(/^([ `~]+)(mermaid|math)\b.*$/, '$1$2-part');

/** The summary of a fold, which may stand on the line after its tag, goes with it into each part. */
function foldsAfter(line: string, folds: readonly string[]): string[] {
  const change = openedDetails(line);
  if (change > 0) return [...folds, line.slice(0, foldCharacters)];
  if (change < 0) return folds.slice(0, -1);
  const last = folds.at(-1);
  const isSummary =
    last !== undefined && !last.includes('<summary') && /^\s*<summary>.{0,200}<\/summary>\s*$/i.test(line);
  return isSummary ? [...folds.slice(0, -1), `${last}\n${line}`] : [...folds];
}

/** The block's link definitions, as many as do not fill the parts themselves. */
function definitionsOf(block: string): string {
  const definitions: string[] = [];
  let length = 0;
  for (const [definition] of block.matchAll(definitionPattern)) {
    length += definition.length;
    if (length > maxDefinitionCharacters) break;
    definitions.push(definition);
  }
  return definitions.join('\n');
}
