/** Enough of the first bytes to tell whether an image is animated. */
export const animationHeadBytes = 4_096;

const has = (head: Uint8Array, mark: string): boolean =>
  new TextDecoder('latin1').decode(head).includes(mark);

/** Whether an image is animated, by its first bytes: a repeating GIF, an animated WebP or PNG. */
export function isAnimated(head: Uint8Array, mimeType: string): boolean {
  if (mimeType === 'image/gif') return has(head, 'NETSCAPE2.0');
  if (mimeType === 'image/webp') return has(head, 'ANIM');
  return mimeType === 'image/png' && has(head, 'acTL');
}
