/** A part of a message that was pasted rather than written: characters [start, end). */
export interface PastedBlock {
  start: number;
  end: number;
}

interface Bounds {
  /** How much of the message may stay as text. */
  maxTokens: number;
  maxBlocks: number;
}

/** A paragraph, or a fenced block with its fences. */
interface Part extends PastedBlock {
  tokens: number;
  isTaken: boolean;
}

/**
 * The largest parts of a long message, so many that at most `maxTokens` of it remain. Parts next to each other are one block, and so
 * are small parts among them that do not read like a person's own words. Empty for a message that is short enough.
 */
export function findPastedBlocks(
  text: string,
  { maxTokens, maxBlocks }: Bounds,
  count: (text: string) => number,
): readonly PastedBlock[] {
  const parts = partsOf(text).map((part) => ({
    ...part,
    tokens: count(text.slice(part.start, part.end)),
    isTaken: false,
  }));
  let remaining = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  for (const part of parts.toSorted((one, other) => other.tokens - one.tokens)) {
    if (remaining <= maxTokens) break;
    part.isTaken = true;
    remaining -= part.tokens;
  }
  takeAmong(text, parts);
  return joinMany(blocksOf(parts), maxBlocks);
}

const fenceMark = /^ {0,3}(```|~~~)/;

function partsOf(text: string): PastedBlock[] {
  const parts: PastedBlock[] = [];
  let current: PastedBlock | null = null;
  let fence: string | null = null;
  for (const { start, end } of linesOf(text)) {
    const mark = fenceMark.exec(text.slice(start, start + 8))?.[1] ?? null;
    if (fence === null && text.slice(start, end).trim() === '') {
      current = null;
      continue;
    }
    if (current === null) {
      current = { start, end };
      parts.push(current);
    } else current.end = end;
    if (fence === null) fence = mark;
    else if (mark === fence) fence = null;
  }
  return parts.flatMap((part, index) =>
    apartFromWords(text, part, { isFirst: index === 0, isLast: index === parts.length - 1 }),
  );
}

function* linesOf(text: string): Generator<PastedBlock> {
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield { start, end };
    start = end + 1;
  }
}

/** A question is rarely longer, where no blank line parts it from what was pasted. */
const maxWordLines = 3;
const maxWordCharacters = 400;

/** Parts a person's words at the start or the end of the message from what they pasted right behind or before them. */
function apartFromWords(
  text: string,
  part: PastedBlock,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): PastedBlock[] {
  const lines = [...linesOf(text.slice(part.start, part.end))];
  const isPasted = ({ start, end }: PastedBlock) =>
    !isWritten(text.slice(part.start + start, part.start + end));
  const first = isFirst ? lines.findIndex(isPasted) : 0;
  const last = isLast ? lines.findLastIndex(isPasted) : lines.length - 1;
  if (first === -1) return [part];
  const start = part.start + (first <= maxWordLines ? (lines[first]?.start ?? 0) : 0);
  const end = lines.length - 1 - last <= maxWordLines ? part.start + (lines[last]?.end ?? 0) : part.end;
  const words = isFirst ? openingOf(text, start) : 0;
  return [
    { start: part.start, end: Math.max(part.start, start - 1) },
    { start, end: start + words },
    { start: start + words, end },
    { start: Math.min(part.end, end + 1), end: part.end },
  ].filter((one) => one.end > one.start);
}

/** Length of a sentence before a structure on the same line: `What is wrong with {"a":…`. */
function openingOf(text: string, start: number): number {
  const [opening = ''] = /^[^\n{[<]*(?=[{[<])/.exec(text.slice(start, start + maxWordCharacters)) ?? [];
  return isWritten(opening.trim()) ? opening.trimEnd().length : 0;
}

const sentenceStart = /^["'“‘¿¡@`]?\p{L}/u;
const plainCharacters = /[\p{L}\p{M} ,.!?’'"“”:;()@-]/gu;
/** Two words, a greeting, or a script that has no spaces between words. */
const hasWords =
  /\p{L}\s+\p{L}|^\p{L}{2,20}[.!?:]?$|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Letters, spaces and punctuation of sentences; not what programs print: figures, symbols, indentation. */
function isWritten(line: string): boolean {
  if (line.length === 0 || line.length > maxWordCharacters || !sentenceStart.test(line)) return false;
  const plain = line.match(plainCharacters)?.length ?? 0;
  return plain >= line.length * 0.85 && hasWords.test(line);
}

/** Takes what lies between, right before or right behind parts that are taken, but for people's words. */
function takeAmong(text: string, parts: Part[]): void {
  if (!parts.some(({ isTaken }) => isTaken)) return;
  for (const part of parts) part.isTaken ||= !text.slice(part.start, part.end).split('\n').every(isWritten);
}

function blocksOf(parts: readonly Part[]): PastedBlock[] {
  const blocks: PastedBlock[] = [];
  let isOpen = false;
  for (const { start, end, isTaken } of parts) {
    const last = blocks.at(-1);
    if (isTaken && isOpen && last) last.end = end;
    else if (isTaken) blocks.push({ start, end });
    isOpen = isTaken;
  }
  return blocks;
}

/** A person comments on a few pastes; where there would be more, what is between them was pasted too. */
const maxPastes = 3;

function joinMany(blocks: readonly PastedBlock[], maxBlocks: number): readonly PastedBlock[] {
  const [first, last] = [blocks[0], blocks.at(-1)];
  const isOne = first !== undefined && last !== undefined && blocks.length > Math.min(maxPastes, maxBlocks);
  return isOne ? [{ start: first.start, end: last.end }] : blocks;
}
