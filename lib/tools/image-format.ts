/** Formats shown as images: nothing else is ever passed to a decoder. */
export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg';

/**
 * The image format according to a file's first bytes; its name does not matter. `null`: not one of these
 * formats. Sources: the formats' own signatures, and for SVG, as in libvips, `<svg` within the first 1,000
 * bytes.
 */
export function imageFormat(head: Uint8Array): ImageFormat | null {
  const text = Buffer.from(head.subarray(0, 1_000)).toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp';
  if (/^.{4}ftyp.{0,40}avi[fs]/s.test(text)) return 'avif';
  return /^(?:\xef\xbb\xbf)?\s*</.test(text) && /<(?:\w+:)?svg[\s>]/i.test(text) ? 'svg' : null;
}
