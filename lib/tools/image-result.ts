import { cutText } from '../core/algorithms/text/cut-text.ts';
import { limits } from '../core/limits.ts';
import { imageFormat } from './image-format.ts';
import { inspectImage } from './inspect-image.ts';
import { once } from './once.ts';
import type { ToolResult } from './tool-result.ts';

/** An image that a tool of others gave. */
export interface ReturnedImage {
  bytes: Uint8Array;
  /** What is said besides. */
  words: string;
  /** Whether a model that sees may look at it. */
  isForModel: boolean;
}

/** An image as the result of a tool. `null`: it is none that can be shown. */
export async function imageResult(
  { bytes, words, isForModel }: ReturnedImage,
  title: string,
  hasVision: boolean,
): Promise<ToolResult | null> {
  const format = imageFormat(bytes);
  if (format === null || format === 'svg') return null;
  const inspected = await inspectImage(bytes).catch(() => null);
  if (inspected === null) return null;
  const { dimensions, mimeType } = inspected;
  const size = `${dimensions.width} × ${dimensions.height} ${format.toUpperCase()}`;
  const isSeen = hasVision && isForModel;
  const caption = cutText(words, limits.toolErrorCharacters);
  return {
    resultType: 'success',
    fullResult: once(bytes),
    description: {
      type: 'image',
      title,
      mimeType,
      language: null,
      files: [],
      firstLine: 1,
      exitCode: null,
      counts: size,
      dimensions,
      ...(isSeen ? { seenImage: true as const } : {}),
    },
    assistantView: `${caption === '' ? '' : `${caption}\n`}[an image, ${size}, shown to ${isSeen ? 'people and to you' : 'people'}]`,
  };
}
