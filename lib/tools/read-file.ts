import { limits } from '../core/limits.ts';
import { readFileProfile } from '../core/vocabulary/tools/read-file.ts';
import { takeTokens } from '../split/take-tokens.ts';
import { defineTool } from './define-tool.ts';
import { fileArguments, rangeOf } from './file-arguments.ts';
import { readImageFile, type ShownImage } from './image-file.ts';
import { numberLines } from './number-lines.ts';
import { readFileInput } from './offline-words.ts';
import { once } from './once.ts';
import { readWorkspaceFile } from './read-workspace-file.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolResult, ToolSuccess } from './tool-result.ts';

export const readFile = defineTool(readFileProfile, {
  description:
    'Reads a file for you. With startLine and endLine exactly those lines, numbered; without, all of a short file, else its size ' +
    'and edges to choose a range by. An image you see, if you can look at images; of a PDF you get its text.',
  offline: {
    help: '`read README.md`: the model reads it',
    read(message) {
      const match = /^(?:read|cat)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(.+)$/is.exec(message);
      return match && readFileInput(match[1] ?? '');
    },
  },
  inputSchema: fileArguments,
  async run(input, context): Promise<ToolResult> {
    const image = await readImageFile(input.path, ['png', 'jpeg', 'gif', 'webp', 'avif'], context);
    if (image.kind === 'image') return imageResult(image, context);
    const read = await readWorkspaceFile(input, context, 'model');
    const result = image.kind === 'refused' ? withReason(read, image.reason) : read;
    const isRange =
      rangeOf(input) !== null && result.resultType === 'success' && result.description.type === 'file';
    if (!isRange) return result;
    const bytes = await bytesOf(result.fullResult);
    const text = new TextDecoder().decode(bytes);
    return {
      ...result,
      fullResult: once(bytes),
      assistantView: numberedView(text, result.description.firstLine, context.count),
    };
  },
});

/** The model looks at the image itself, or is told that it cannot. */
function imageResult({ bytes, note, description }: ShownImage, { hasVision }: ToolContext): ToolSuccess {
  if (hasVision) {
    return {
      resultType: 'success',
      fullResult: once(bytes),
      description: { ...description, seenImage: true },
    };
  }
  const { dimensions, ...rest } = description;
  return {
    resultType: 'success',
    fullResult: `${rest.title} is an image (${note}). This model cannot look at images; display_image shows it to people.`,
    isStored: false,
    description: { ...rest, type: 'text', mimeType: 'text/plain' },
  };
}

/** A file that looks like an image but cannot be shown is read like any other file. */
const withReason = (result: ToolResult, reason: string): ToolResult =>
  result.resultType === 'success' && result.description.type === 'binary'
    ? { ...result, notes: [`as an image it ${reason}`] }
    : result;

/** Every line with its number; beyond the limit, the line to continue from. */
function numberedView(text: string, firstLine: number, count: ToolContext['count']): string {
  const numbered = numberLines(text, firstLine);
  const fitting = takeTokens(numbered, limits.readRangeTokens, count);
  if (fitting === numbered) return numbered;
  const whole = fitting.replace(/\n$/, '');
  const next = firstLine + whole.split('\n').length;
  const isWithinLine = whole === fitting && numbered[fitting.length] !== '\n';
  const limit = limits.readRangeTokens.toLocaleString('en-US');
  const where = isWithinLine ? `, within line ${next - 1}` : '';
  return `${whole}\n(cut at ${limit} tokens${where}; go on with startLine ${next})`;
}

async function bytesOf(source: string | AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  if (typeof source === 'string') return Buffer.from(source);
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
