import { cutText } from '../core/algorithms/text/cut-text.ts';
import { formatBytes } from '../core/algorithms/text/format-bytes.ts';
import { limits } from '../core/limits.ts';
import { traitsOf } from '../core/vocabulary/artifact-types.ts';
import { baseName, describedBytes, describeUpload } from './describe-upload.ts';
import { once } from './once.ts';
import type { ToolResult } from './tool-result.ts';

/** A file that a tool of others gave. */
export interface ReturnedFile {
  bytes: Uint8Array;
  /** A path or an address, the last part of which is its name; empty: it has none. */
  name: string;
  /** What is said besides. */
  words: string;
}

/** A file as the result of a tool, of the type that its first bytes say. Nothing is read to the model but text. */
export async function bytesResult({ bytes, name, words }: ReturnedFile, title: string): Promise<ToolResult> {
  const fileName = baseName(name) || 'Unnamed file';
  const found = await describeUpload(fileName, bytes.subarray(0, describedBytes));
  // The end of a title says what form a file has.
  const fullTitle = name === '' || title.endsWith(fileName) ? title : `${title} ${fileName}`;
  const description = { ...found, title: fullTitle, files: [] };
  const isText = !traitsOf(found.type).isBytes;
  if (words === '' && (isText || found.type === 'pdf')) {
    return { resultType: 'success', fullResult: once(bytes), description };
  }
  const caption = words === '' ? '' : `${cutText(words, limits.toolErrorCharacters)}\n`;
  const what = `${fileName}, ${found.mimeType}, ${formatBytes(bytes.byteLength)}`;
  return {
    resultType: 'success',
    fullResult: once(bytes),
    description,
    assistantView: `${caption}[a file, ${what}, shown to people]`,
    ...(found.type === 'binary' ? {} : { hasMore: true as const }),
  };
}
