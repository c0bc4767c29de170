import { splitAtPieces } from '../ui/text-pieces.ts';
import { fenceAfter } from './markdown-blocks.ts';

/** Of a block of markdown that is parsed at once: parsers take much longer for a text twice as long. */
const partCharacters = 8 * 1024;
const definitionPattern = /^ {0,3}\[[^\]\n]+\]:.*$/gm;
const maxDefinitionCharacters = 2 * 1024;

/**
 * Divides a block of markdown that is too long to be parsed at once, at its lines where it has any. Code goes on as code in each
 * part, and link definitions hold in all of them. Of a block that grows, parts that are full stay as they are.
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
  const end = () => {
    if (fence !== null) lines.push(fence.mark);
    parts.push(lines.join('\n'));
    lines = fence === null ? [] : [fence.opening];
    length = 0;
  };
  // A line that fills a part alone is cut between characters.
  for (const line of block.split('\n').flatMap((each) => splitAtPieces(each, partCharacters))) {
    if (length > 0 && length + line.length > partCharacters) end();
    const mark = fenceAfter(line, fence?.mark ?? null);
    if (mark === null) fence = null;
    else fence ??= { mark, opening: line };
    lines.push(line);
    length += line.length + 1;
  }
  if (length > 0) end();
  return parts;
}

/** As many as do not fill the parts themselves. */
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
