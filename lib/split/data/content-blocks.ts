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

/** @param give receives the text of text blocks in arbitrary pieces, with a line break between two blocks */
export function createContentBlocks(give: (text: string) => void): ContentBlocks {
  /** Keys of the open values; '[]' for an array element. */
  const path: string[] = [];
  const isArray: boolean[] = [];
  let key = '';
  let block: Record<string, string> = {};
  let textCount = 0;
  let otherCount = 0;
  let isError = false;
  const others: string[] = [];
  let structured: DocumentShape | null = null;
  let structuredDepth = 0;
  let longestText = 0;
  const print = createTextPrint();

  const base = () => (path[1] === 'result' ? 2 : 1);
  const isBlock = () => path.length >= base() + 2 && path[base()] === 'content' && path[base() + 1] === '[]';
  const isText = () => isBlock() && path.length === base() + 2 && key === 'text';
  const open = (asArray: boolean) => {
    if (structured && structuredDepth > 0) structuredDepth += 1;
    const name = isArray.at(-1) === true ? '[]' : key;
    path.push(path.length === 0 ? '' : name);
    isArray.push(asArray);
    if (structured === null && name === 'structuredContent' && path.length === base() + 1) {
      structured = createShape({ isOutput: true, hasFingerprint: true });
      structuredDepth = 1;
    }
    if (structuredDepth > 0) asArray ? structured?.openArray() : structured?.openObject();
    if (isBlock() && path.length === base() + 2) block = {};
  };
  const endBlock = () => {
    if (block.type === 'text') return;
    otherCount += 1;
    const size = block.length === undefined ? null : `${block.length} characters`;
    const parts = [block.type, block.name, block.uri, block.mimeType, size].filter((part) => part != null);
    if (others.length < maxOthers) others.push(parts.join(' '));
  };
  return {
    get textCount() {
      return textCount;
    },
    others,
    get otherCount() {
      return otherCount;
    },
    get isError() {
      return isError;
    },
    get structured() {
      return structured && { shape: structured, longestText };
    },
    openObject: () => open(false),
    openArray: () => open(true),
    close() {
      if (structuredDepth > 0) {
        structured?.close();
        structuredDepth -= 1;
      }
      if (isBlock() && path.length === base() + 2) endBlock();
      path.pop();
      isArray.pop();
    },
    key(name) {
      key = name;
      if (structuredDepth > 0) structured?.key(name);
    },
    wantsPieces() {
      if (isText()) {
        if (textCount > 0) give('\n');
        textCount += 1;
        return true;
      }
      print.restart();
      return structuredDepth > 0;
    },
    piece(text) {
      if (structuredDepth > 0) print.push(text);
      else give(text);
    },
    string(start, length) {
      if (structuredDepth > 0) {
        structured?.string(start, length);
        if (print.length > 200) longestText = print.value;
      }
      if (!isBlock()) return;
      if (key === 'data' || key === 'blob') block.length = figure(length);
      else block[key] ??= start;
    },
    number(text, value) {
      if (structuredDepth > 0) structured?.number(text, value);
    },
    literal(text) {
      if (structuredDepth > 0) structured?.literal(text);
      else if (key === 'isError' && path.length === base() && text === 'true') isError = true;
    },
  };
}
