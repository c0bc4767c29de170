import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { canonicalJson } from '../core/algorithms/canonical-json.ts';
import { formatBytes } from '../core/algorithms/text/format-bytes.ts';
import { type Json, jsonSchema } from '../core/vocabulary/json.ts';

/** A result of a server, in the parts that people and the model get of it. */
export interface ReadCallResult {
  isError: boolean;
  /** What people see: all of it, but what the server marked for the model alone. */
  text: string;
  /** The text is one JSON value. */
  isJson: boolean;
  /** What the model reads where that is less than people see; `null`: the same. */
  forModel: string | null;
  /** The only thing it has, besides short text. `null`: it has none, or several. */
  image: Uint8Array | null;
}

/**
 * Reads the wishes of the server: blocks for one audience reach only that one, and of `content` and
 * `structuredContent`, which servers often fill with the same, the model never reads both. `_meta` is for neither.
 */
export function readCallResult({ content, structuredContent, isError }: CallToolResult): ReadCallResult {
  const forPeople = content.filter((block) => isFor(block, 'user'));
  const forModel = content.filter((block) => isFor(block, 'assistant'));
  const images = forPeople.filter((block) => block.type === 'image');
  const [image] = images;
  const isImage = images.length === 1;
  const words = textOf(forPeople, isImage);
  const structure = jsonSchema.safeParse(structuredContent);
  const json = structuredContent !== undefined && structure.success ? structure.data : undefined;
  const isSaid = json === undefined || (words !== '' && saysTheSame(words, json));
  const written = isSaid ? '' : JSON.stringify(json, null, 2);
  const text = [words, written].filter((part) => part !== '').join('\n\n');
  const modelText = textOf(forModel, isImage);
  return {
    isError: isError === true,
    text,
    isJson: words === '' ? written !== '' : isSaid && json !== undefined && isJsonText(words),
    forModel: chooseForModel(modelText, written, text),
    image: isImage && image?.type === 'image' ? Buffer.from(image.data, 'base64') : null,
  };
}

/** The smaller of what the server says in words and in its structure; `null`: it is all that people see. */
function chooseForModel(words: string, written: string, all: string): string | null {
  if (words === '' && written === '') return all === '' ? null : '';
  const choices = [words, written]
    .filter((part) => part !== '')
    .sort((one, other) => one.length - other.length);
  const [smaller = ''] = choices;
  return smaller === all ? null : smaller;
}

const isFor = ({ annotations }: ContentBlock, role: 'user' | 'assistant'): boolean =>
  annotations?.audience === undefined ||
  annotations.audience.length === 0 ||
  annotations.audience.includes(role);

/** @param withoutImages they are shown by themselves */
const textOf = (blocks: readonly ContentBlock[], withoutImages: boolean): string =>
  blocks
    .filter(({ type }) => !withoutImages || type !== 'image')
    .map(describeBlock)
    .filter((text) => text !== '')
    .join('\n');

/** Text is itself; of other blocks, a line says what they are. */
function describeBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return `[image: ${block.mimeType}, ${sizeOf(block.data)}]`;
    case 'audio':
      return `[sound: ${block.mimeType}, ${sizeOf(block.data)}]`;
    case 'resource_link':
      return `[${block.title ?? block.name}](${block.uri})${block.description ? `: ${block.description}` : ''}`;
    case 'resource':
      return 'text' in block.resource
        ? block.resource.text
        : `[${block.resource.uri}: ${block.resource.mimeType ?? 'bytes'}, ${sizeOf(block.resource.blob)}]`;
  }
}

const sizeOf = (base64: string): string => formatBytes(Buffer.byteLength(base64, 'base64'));

/** Servers repeat their text in a structure (`{content: text}`), or write their structure as text. */
function saysTheSame(words: string, json: Json): boolean {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    const values = Object.values(json);
    if (values.length === 1 && values[0] === words) return true;
  }
  const read = parseJson(words);
  return read !== undefined && canonicalJson(read) === canonicalJson(json);
}

const isJsonText = (text: string): boolean => parseJson(text) !== undefined;

function parseJson(text: string): Json | undefined {
  if (!/^\s*[[{"\d-tfn]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
