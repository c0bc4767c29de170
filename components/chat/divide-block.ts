import { splitAtPieces } from '../ui/text-pieces.ts';
import { fenceAfter, openedDetails } from './markdown-blocks.ts';

/** Maximum size of a markdown block parsed at once: parse time grows faster than the text. */
const partCharacters = 8 * 1024;
const definitionPattern = /^ {0,3}\[[^\]\n]+\]:.*$/gm;
const maxDefinitionCharacters = 2 * 1024;
const foldCharacters = 300;

/**
 * Splits a markdown block that is too long to parse at once, at line ends if it has any. Code stays code in
 * each part, and link definitions apply in all of them. While a block grows, its full parts do not change.
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
  let fence: { mark: string; opening: string } | null = null;
  /** The tags that are open, as they were written. */
  let folds: string[] = [];
  const end = () => {
    if (fence !== null) lines.push(fence.mark);
    for (const _ of folds) lines.push('', '</details>');
    parts.push(lines.join('\n'));
    lines = [...folds.flatMap((fold) => [fold, '']), ...(fence === null ? [] : [fence.opening])];
    length = 0;
  };
  // A line that fills a part alone is split between characters.
  for (const line of block.split('\n').flatMap((each) => splitAtPieces(each, partCharacters))) {
    if (length > 0 && length + line.length > partCharacters) end();
    const mark = fenceAfter(line, fence?.mark ?? null);
    if (mark === null) fence = null;
    else fence ??= { mark, opening: line };
    if (mark === null) folds = foldsAfter(line, folds);
    lines.push(line);
    length += line.length + 1;
  }
  if (length > 0) end();
  return parts;
}

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
