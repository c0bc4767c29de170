import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/client';
import { canonicalJson } from '../core/algorithms/canonical-json.ts';
import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';
import { type Json, jsonSchema } from '../core/vocabulary/json.ts';
import { maxResourceLinks, type ResourceLink } from '../core/vocabulary/tools/resource-link.ts';
import type { ReturnedFile } from '../tools/bytes-result.ts';
import type { ReturnedImage } from '../tools/image-result.ts';
import { describeBlock, isFor } from './content-block.ts';

/** A result of a server, in the parts that people and the model get of it. */
export interface ReadCallResult {
  isError: boolean;
  /** What people see: all of it, but what the server marked for the model alone. */
  text: string;
  /** The text is one JSON value. */
  isJson: boolean;
  /** What the server marked for the model, or for both: all of the text, less, or other words. */
  forModel: string;
  /** Some of it is marked for one of them alone: the model never reads the text of people in place of its own. */
  isMarked: boolean;
  /** Its only image; `words` are those of the result without it. `null`: it has none, or several. */
  image: ReturnedImage | null;
  /** Its only file: a sound, or the bytes of a resource; `words` are those of the result without it. `null`: as before. */
  file: ReturnedFile | null;
  /** Its images and files, where it has several. */
  several: readonly (ReturnedImage | ReturnedFile)[];
  /** What it refers to, for people. */
  links: readonly ResourceLink[];
}

/**
 * Reads the wishes of the server: blocks for one audience reach only that one, and of `content` and
 * `structuredContent`, which servers often fill with the same, the model never reads both. `_meta` is for neither.
 * @param hasPage a page of the server shows it: its structure is for that page, where the server says something in words
 */
export function readCallResult(
  { content, structuredContent, isError }: CallToolResult,
  hasPage = false,
): ReadCallResult {
  const forPeople = content.filter((block) => isFor(block, 'user'));
  const forModel = content.filter((block) => isFor(block, 'assistant'));
  const withBytes = forPeople.filter((block) => bytesOf(block) !== null);
  const [only] = withBytes.length === 1 ? withBytes : [];
  const wordsBesides = () => textOf(forModel.filter((block) => block !== only));
  const words = textOf(forPeople);
  const structure = jsonSchema.safeParse(structuredContent);
  const json = structuredContent !== undefined && structure.success ? structure.data : undefined;
  const isSaid = json === undefined || (words !== '' && saysTheSame(words, json));
  const written = isSaid ? '' : JSON.stringify(json, null, 2);
  return {
    isError: isError === true,
    text: [words, written].filter((part) => part !== '').join('\n\n'),
    isJson: words === '' ? written !== '' : isSaid && json !== undefined && isJsonText(words),
    forModel: hasPage && words !== '' ? textOf(forModel) : smallerOf(textOf(forModel), written),
    isMarked:
      (hasPage && words !== '' && written !== '') ||
      content.some((block) => !isFor(block, 'assistant') || !isFor(block, 'user')),
    image: only?.type === 'image' ? imageOf(only, wordsBesides()) : null,
    file: only && only.type !== 'image' ? fileOf(only, wordsBesides()) : null,
    several:
      withBytes.length < 2
        ? []
        : withBytes
            .slice(0, limits.resultParts)
            .map((block) => (block.type === 'image' ? imageOf(block, '') : fileOf(block, ''))),
    links: forPeople
      .filter((block) => block.type === 'resource_link')
      .filter(({ uri }, index, all) => all.findIndex((other) => other.uri === uri) === index)
      .slice(0, maxResourceLinks)
      .map(linkOf),
  };
}

const imageOf = (block: Extract<ContentBlock, { type: 'image' }>, words: string): ReturnedImage => ({
  bytes: Buffer.from(block.data, 'base64'),
  words,
  isForModel: isFor(block, 'assistant'),
});

const fileOf = (block: ContentBlock, words: string): ReturnedFile => ({
  bytes: Buffer.from(bytesOf(block) ?? '', 'base64'),
  name: block.type === 'resource' ? block.resource.uri : '',
  words,
});

const linkOf = ({
  uri,
  name,
  title = name,
  description,
  mimeType,
}: Extract<ContentBlock, { type: 'resource_link' }>): ResourceLink => ({
  uri,
  title: cutText(title, limits.mcpTitleCharacters),
  ...(description === undefined ? {} : { description: cutText(description, limits.mcpTitleCharacters) }),
  ...(mimeType === undefined ? {} : { mimeType }),
});

/** In base64; `null`: it has none. */
function bytesOf(block: ContentBlock): string | null {
  if (block.type === 'image' || block.type === 'audio') return block.data;
  return block.type === 'resource' && 'blob' in block.resource ? block.resource.blob : null;
}

/** The smaller of what the server says in words and in its structure. */
const smallerOf = (words: string, written: string): string =>
  written === '' || (words !== '' && words.length <= written.length) ? words : written;

const textOf = (blocks: readonly ContentBlock[]): string =>
  blocks
    .map(describeBlock)
    .filter((text) => text !== '')
    .join('\n');

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
