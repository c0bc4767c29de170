import { z } from 'zod';
import type { Picture } from '../core/vocabulary/profile/picture.ts';

const schema = z.object({ version: z.string(), mimeType: z.string(), base64: z.string() });

/** Pictures are small: stored as text, like every other record. */
export const formatPicture = ({ version, mimeType, bytes }: Picture): string =>
  JSON.stringify({ version, mimeType, base64: Buffer.from(bytes).toString('base64') });

export function parsePicture(record: string): Picture {
  const { version, mimeType, base64 } = schema.parse(JSON.parse(record));
  return { version, mimeType, bytes: Buffer.from(base64, 'base64') };
}
