import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { formatBytes } from '../core/algorithms/text/format-bytes.ts';
import { limits } from '../core/limits.ts';
import type { SpillFile } from '../stores/spill-file.ts';
import { describeBlock, isFor } from './content-block.ts';
import { sameText } from './same-text.ts';

/** What a result has in the place of a value that was too long for memory. `null`: it is no such name. */
export type TakeSpilled = (name: string) => SpillFile | null;

/** A result of which some values are too long for memory. The rest is as in `ReadCallResult`. */
export interface LargeResult {
  isError: boolean;
  /** To be read once, or closed. */
  text: AsyncIterable<Uint8Array>;
  isJson: boolean;
  /** `null`: the same as people. Of something that is too long, and of an error, its start. */
  forModel: string | null;
  isMarked: boolean;
  close(): void;
}

type Piece = string | SpillFile;
interface Block {
  piece: Piece;
  isForPeople: boolean;
  isForModel: boolean;
}

/**
 * Puts images and bytes back that were too long for the message, up to a size. `null`: nothing of what remains is too
 * long to be read like any other result, which `content` then is.
 */
export async function readLargeResult(
  { content, structuredContent, isError }: CallToolResult,
  takeSpilled: TakeSpilled,
): Promise<{ content: ContentBlock[]; large: LargeResult | null }> {
  const restored = await Promise.all(content.map((block) => restoreBytes(block, takeSpilled)));
  const blocks = restored.map((block) => ({
    piece: takeSpilled(textIn(block)) ?? describeBlock(block),
    isForPeople: isFor(block, 'user'),
    isForModel: isFor(block, 'assistant'),
  }));
  const structure = pieceOfStructure(structuredContent, takeSpilled);
  const files = [...blocks.map(({ piece }) => piece), structure].filter((piece) => isFile(piece));
  if (files.length === 0) return { content: restored, large: null };

  const words = wordsFor(blocks, 'isForPeople');
  const same = await saysTheSame(words, structure);
  const added = same === null ? structure : '';
  const all = [...words, ...(added === '' ? [] : words.length > 0 ? ['\n\n', added] : [added])];
  const own = smallerOf(wordsFor(blocks, 'isForModel'), added);
  const isMarked = blocks.some(({ isForPeople, isForModel }) => !isForPeople || !isForModel);
  const isSame = own.length === all.length && own.every((piece, index) => piece === all[index]);
  const close = () => {
    for (const file of files) file.close();
  };
  const large: LargeResult = {
    isError: isError === true,
    text: readAll(all, close),
    isJson: same === 'json' || (words.length === 0 && added !== ''),
    forModel: isSame && isError !== true ? null : await startOf(own),
    isMarked,
    close,
  };
  return { content: restored, large };
}

const isFile = (piece: Piece): piece is SpillFile => typeof piece !== 'string';
const sizeOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + (isFile(piece) ? piece.byteLength : Buffer.byteLength(piece)), 0);

/** With a line end between two. */
const wordsFor = (blocks: readonly Block[], whom: 'isForPeople' | 'isForModel'): Piece[] =>
  blocks
    .filter((block) => block[whom] && block.piece !== '')
    .flatMap(({ piece }, index) => (index === 0 ? [piece] : ['\n', piece]));

async function saysTheSame(words: readonly Piece[], structure: Piece): Promise<'text' | 'json' | null> {
  const [only] = words;
  if (words.length !== 1 || only === undefined || structure === '') return null;
  const reader = (piece: Piece) => (isFile(piece) ? piece : { read: () => readAll([piece], () => {}) });
  return await sameText(reader(only), reader(structure));
}

const smallerOf = (words: readonly Piece[], structure: Piece): readonly Piece[] =>
  structure === '' || (words.length > 0 && sizeOf(words) <= sizeOf([structure])) ? words : [structure];

function pieceOfStructure(structure: unknown, takeSpilled: TakeSpilled): Piece {
  if (structure === undefined) return '';
  const [name] = typeof structure === 'object' && structure !== null ? Object.keys(structure) : [];
  return (name !== undefined && takeSpilled(name)) || JSON.stringify(structure, null, 2);
}

function textIn(block: ContentBlock): string {
  if (block.type === 'text') return block.text;
  return block.type === 'resource' && 'text' in block.resource ? block.resource.text : '';
}

/** What is larger than anybody looks at becomes a line that says so. */
async function restoreBytes(block: ContentBlock, takeSpilled: TakeSpilled): Promise<ContentBlock> {
  const data =
    block.type === 'image' || block.type === 'audio'
      ? block.data
      : block.type === 'resource' && 'blob' in block.resource
        ? block.resource.blob
        : '';
  const file = takeSpilled(data);
  if (file === null) return block;
  const whole = file.byteLength <= limits.mcpRestoredBytes ? await readText(file) : null;
  const size = formatBytes((file.byteLength / 4) * 3);
  file.close();
  const { annotations } = block;
  if (whole === null) {
    const text = `[${block.type} of ${size}, which is too large to be shown]`;
    return { type: 'text', text, ...(annotations ? { annotations } : {}) };
  }
  return block.type === 'resource'
    ? { ...block, resource: { ...block.resource, blob: whole } }
    : ({ ...block, data: whole } as ContentBlock);
}

async function readText(file: SpillFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString('latin1');
}

/** More is not needed to fill the ceiling of a view. */
const startBytes = 512 * 1024;

async function startOf(pieces: readonly Piece[]): Promise<string> {
  let bytes = 0;
  const parts: Uint8Array[] = [];
  for await (const part of readAll(pieces, () => {})) {
    parts.push(part);
    bytes += part.byteLength;
    if (bytes >= startBytes) break;
  }
  return Buffer.concat(parts).toString('utf8');
}

async function* readAll(pieces: readonly Piece[], close: () => void): AsyncIterable<Uint8Array> {
  try {
    for (const piece of pieces) {
      if (isFile(piece)) yield* piece.read();
      else yield Buffer.from(piece.toWellFormed());
    }
  } finally {
    close();
  }
}
