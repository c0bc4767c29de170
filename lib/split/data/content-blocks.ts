import { figure } from '../figure.ts';
import { createShape, type DocumentShape } from './create-shape.ts';
import { createTextPrint } from './text-print.ts';
import type { ValueSink } from './value-sink.ts';

/**
 * A result of a tool in the Model Context Protocol (2025-06-18, CallToolResult), alone or inside a JSON-RPC
 * response.
 */
export interface ContentBlocks extends ValueSink {
  readonly textCount: number;
  /** The first blocks other than text: `image image/png 18,203 characters`, `resource_link file:///a.txt`. */
  readonly others: readonly string[];
  readonly otherCount: number;
  readonly isError: boolean;
  /** `structuredContent`; `null`: the result has none. */
  readonly structured: { shape: DocumentShape; longestText: number } | null;
}

const maxOthers = 10;

/** Where the reading is. */
interface ContentState {
  readonly give: (text: string) => void;
  /** Keys of the open values; '[]' for an array element. */
  readonly path: string[];
  readonly isArray: boolean[];
  key: string;
  block: Record<string, string>;
  textCount: number;
  otherCount: number;
  isError: boolean;
  readonly others: string[];
  structured: DocumentShape | null;
  structuredDepth: number;
  longestText: number;
  readonly print: ReturnType<typeof createTextPrint>;
}

/** @param give receives the text of text blocks in arbitrary pieces, with a line break between two blocks */
export function createContentBlocks(give: (text: string) => void): ContentBlocks {
  const blocks: ContentState = {
    give,
    path: [],
    isArray: [],
    key: '',
    block: {},
    textCount: 0,
    otherCount: 0,
    isError: false,
    others: [],
    structured: null,
    structuredDepth: 0,
    longestText: 0,
    print: createTextPrint(),
  };
  return {
    get textCount() {
      return blocks.textCount;
    },
    others: blocks.others,
    get otherCount() {
      return blocks.otherCount;
    },
    get isError() {
      return blocks.isError;
    },
    get structured() {
      return blocks.structured && { shape: blocks.structured, longestText: blocks.longestText };
    },
    openObject: () => open(blocks, false),
    openArray: () => open(blocks, true),
    close() {
      if (blocks.structuredDepth > 0) {
        blocks.structured?.close();
        blocks.structuredDepth -= 1;
      }
      if (isBlock(blocks) && blocks.path.length === base(blocks) + 2) endBlock(blocks);
      blocks.path.pop();
      blocks.isArray.pop();
    },
    key(name) {
      blocks.key = name;
      if (blocks.structuredDepth > 0) blocks.structured?.key(name);
    },
    wantsPieces() {
      if (isText(blocks)) {
        if (blocks.textCount > 0) blocks.give('\n');
        blocks.textCount += 1;
        return true;
      }
      blocks.print.restart();
      return blocks.structuredDepth > 0;
    },
    piece(text) {
      if (blocks.structuredDepth > 0) blocks.print.push(text);
      else blocks.give(text);
    },
    string(start, length) {
      if (blocks.structuredDepth > 0) {
        blocks.structured?.string(start, length);
        if (blocks.print.length > 200) blocks.longestText = blocks.print.value;
      }
      if (!isBlock(blocks)) return;
      if (blocks.key === 'data' || blocks.key === 'blob') blocks.block.length = figure(length);
      else blocks.block[blocks.key] ??= start;
    },
    number(text, value) {
      if (blocks.structuredDepth > 0) blocks.structured?.number(text, value);
    },
    literal(text) {
      if (blocks.structuredDepth > 0) blocks.structured?.literal(text);
      else if (blocks.key === 'isError' && blocks.path.length === base(blocks) && text === 'true')
        blocks.isError = true;
    },
  };
}

const base = (blocks: ContentState) => (blocks.path[1] === 'result' ? 2 : 1);

const isBlock = (blocks: ContentState) =>
  blocks.path.length >= base(blocks) + 2 &&
  blocks.path[base(blocks)] === 'content' &&
  blocks.path[base(blocks) + 1] === '[]';

const isText = (blocks: ContentState) =>
  isBlock(blocks) && blocks.path.length === base(blocks) + 2 && blocks.key === 'text';

function open(blocks: ContentState, asArray: boolean): void {
  if (blocks.structured && blocks.structuredDepth > 0) blocks.structuredDepth += 1;
  const name = blocks.isArray.at(-1) === true ? '[]' : blocks.key;
  blocks.path.push(blocks.path.length === 0 ? '' : name);
  blocks.isArray.push(asArray);
  if (blocks.structured === null && name === 'structuredContent' && blocks.path.length === base(blocks) + 1) {
    blocks.structured = createShape({ isOutput: true, hasFingerprint: true });
    blocks.structuredDepth = 1;
  }
  if (blocks.structuredDepth > 0) asArray ? blocks.structured?.openArray() : blocks.structured?.openObject();
  if (isBlock(blocks) && blocks.path.length === base(blocks) + 2) blocks.block = {};
}

function endBlock(blocks: ContentState): void {
  if (blocks.block.type === 'text') return;
  blocks.otherCount += 1;
  const size = blocks.block.length === undefined ? null : `${blocks.block.length} characters`;
  const parts = [blocks.block.type, blocks.block.name, blocks.block.uri, blocks.block.mimeType, size].filter(
    (part) => part != null,
  );
  if (blocks.others.length < maxOthers) blocks.others.push(parts.join(' '));
}
