import { formatBytes } from '../core/algorithms/text/format-bytes.ts';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { limits } from '../core/limits.ts';
import type { Dimensions } from '../core/vocabulary/artifact.ts';
import { rasteriseSvg } from '../workspace/rasterise-svg.ts';
import type { WorkspaceFile } from '../workspace/workspace.ts';
import { WorkspaceError } from '../workspace/workspace-error.ts';
import { type ImageFormat, imageFormat } from './image-format.ts';
import { inImageTurn } from './image-turn.ts';
import { inspectImage, whyNotShown } from './inspect-image.ts';
import type { ToolContext } from './tool-context.ts';
import type { ResultDescription } from './tool-result.ts';

/** An image, checked to its last row: its own bytes, or for a drawing the PNG rendered from it. */
export interface ShownImage {
  kind: 'image';
  bytes: Uint8Array;
  /** `640 × 480 PNG`. */
  note: string;
  description: ResultDescription;
}

export type ImageFile =
  | ShownImage
  /**
   * It is an image, or claims to be, but cannot be shown. The reason continues a sentence that begins with
   * its path: `logo.png …`.
   */
  | { kind: 'refused'; path: string; reason: string }
  /** None of the requested formats. */
  | { kind: 'other'; path: string };

type Context = Pick<ToolContext, 'workspace' | 'signal'>;

/** @throws WorkspaceError; the signal's reason */
export async function readImageFile(
  path: string,
  formats: readonly ImageFormat[],
  { workspace, signal }: Context,
): Promise<ImageFile> {
  const file = await workspace.openFile(path);
  const read = await readWhole(file, formats).finally(() => file.close());
  if (read === null) return { kind: 'other', path: file.path };
  const refuse = (reason: string): ImageFile => ({ kind: 'refused', path: file.path, reason });
  if (read.bytes === null) {
    const [size, most] = [file.byteLength, limits.imageFileBytes].map(formatBytes);
    return refuse(`has ${size}; an image may have ${most}`);
  }
  try {
    const { format, bytes } = read;
    return await inImageTurn(() => look(file.path, format, bytes, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof WorkspaceError) throw error;
    return refuse(whyNotShown(error));
  }
}

interface WholeImage {
  format: ImageFormat;
  /** `null`: too many bytes. */
  bytes: Uint8Array | null;
}

/** Reads further only if the first bytes are those of an image. */
async function readWhole(file: WorkspaceFile, formats: readonly ImageFormat[]): Promise<WholeImage | null> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) {
    chunks.push(chunk);
    if (chunks.length > 1) continue;
    const format = imageFormat(chunk);
    if (format === null || !formats.includes(format)) return null;
    if (file.byteLength > limits.imageFileBytes) return { format, bytes: null };
  }
  const bytes = Buffer.concat(chunks);
  const format = imageFormat(bytes);
  return format && { format, bytes };
}

async function look(
  path: string,
  format: ImageFormat,
  source: Uint8Array,
  signal: AbortSignal,
): Promise<ShownImage> {
  signal.throwIfAborted();
  const isDrawing = format === 'svg';
  const bytes = isDrawing ? await rasteriseSvg(source, signal) : source;
  const { dimensions, frameCount, mimeType } = await inspectImage(bytes);
  const text = `${sizeOf(dimensions)} ${isDrawing ? 'SVG, shown as PNG' : format.toUpperCase()}`;
  const frames = frameCount > 1 ? `, ${frameCount.toLocaleString('en-US')} frames` : '';
  return {
    kind: 'image',
    bytes,
    note: text,
    description: {
      type: 'image',
      title: visibleName(path),
      mimeType,
      language: null,
      files: [visibleName(path)],
      firstLine: 1,
      exitCode: null,
      counts: `${text}${frames}, ${formatBytes(source.length)}`,
      dimensions,
    },
  };
}

const sizeOf = ({ width, height }: Dimensions): string =>
  `${width.toLocaleString('en-US')} × ${height.toLocaleString('en-US')}`;
