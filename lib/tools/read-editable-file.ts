import { limits } from '../core/limits.ts';
import { sha256Of } from '../workspace/sha256-of.ts';
import { once } from './once.ts';
import type { OpenedFile } from './open-workspace-file.ts';

/**
 * Reads an editable file into memory, with the version that its reader then knows. `null`: it is too large to
 * be edited whole, or not UTF-8 text.
 */
export async function readEditableFile(
  file: OpenedFile,
): Promise<{ opened: OpenedFile; sha256: string } | null> {
  if (file.encoding !== 'utf-8' || file.byteLength > limits.editFileBytes) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const chunksAgain = () => once(bytes);
  return { opened: { ...file, chunks: chunksAgain, utf8Chunks: chunksAgain }, sha256: sha256Of(bytes) };
}
