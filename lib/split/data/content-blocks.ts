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
  const state = openContentBlocks(give);
  return {
    get textCount() {
      return state.textCount;
    },
    others: state.others,
    get otherCount() {
      return state.otherCount;
    },
    get isError() {
      return state.isError;
    },
    get structured() {
      return state.structured && { shape: state.structured, longestText: state.longestText };
    },
    openObject: () => open(state, false),
    openArray: () => open(state, true),
    close: () => close(state),
    key(name) {
      state.key = name;
      if (state.structuredDepth > 0) state.structured?.key(name);
    },
    wantsPieces: () => wantsPieces(state),
    piece(text) {
      if (state.structuredDepth > 0) state.print.push(text);
      else state.give(text);
    },
    string(start, length) {
      if (state.structuredDepth > 0) {
        state.structured?.string(start, length);
        if (state.print.length > 200) state.longestText = state.print.value;
      }
      if (!isBlock(state)) return;
      if (state.key === 'data' || state.key === 'blob') state.block.length = figure(length);
      else state.block[state.key] ??= start;
    },
    number(text, value) {
      if (state.structuredDepth > 0) state.structured?.number(text, value);
    },
    literal(text) {
      if (state.structuredDepth > 0) state.structured?.literal(text);
      else if (state.key === 'isError' && state.path.length === base(state) && text === 'true')
        state.isError = true;
    },
  };
}

const openContentBlocks = (give: (text: string) => void): ContentState => ({
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
});

function close(state: ContentState) {
  if (state.structuredDepth > 0) {
    state.structured?.close();
    state.structuredDepth -= 1;
  }
  if (isBlock(state) && state.path.length === base(state) + 2) endBlock(state);
  state.path.pop();
  state.isArray.pop();
}

function wantsPieces(state: ContentState) {
  if (isText(state)) {
    if (state.textCount > 0) state.give('\n');
    state.textCount += 1;
    return true;
  }
  state.print.restart();
  return state.structuredDepth > 0;
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
