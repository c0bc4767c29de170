import { bytesResult, type ReturnedFile } from './bytes-result.ts';
import { imageResult, type ReturnedImage } from './image-result.ts';
import type { ResultPart } from './tool-result.ts';

/** Files and images that came with a result, each of the type that its bytes say. */
export async function describeParts(
  returned: readonly (ReturnedImage | ReturnedFile)[],
  title: string,
  hasVision: boolean,
): Promise<ResultPart[]> {
  const parts: ResultPart[] = [];
  for (const [index, one] of returned.entries()) {
    const name = `${title}, ${index + 1} of ${returned.length}`;
    const image = 'isForModel' in one ? await imageResult(one, name, hasVision) : null;
    const made = image ?? (await bytesResult({ name: '', ...one }, name));
    if (made.resultType === 'success') parts.push({ description: made.description, bytes: one.bytes });
  }
  return parts;
}
