/** So many first bytes tell it. */
export const animationHeadBytes = 4_096;

const has = (head: Uint8Array, mark: string): boolean =>
  new TextDecoder('latin1').decode(head).includes(mark);

/** Whether an image moves, by its first bytes: a GIF that repeats, an animated WebP or PNG. */
export function isAnimated(head: Uint8Array, mimeType: string): boolean {
  if (mimeType === 'image/gif') return has(head, 'NETSCAPE2.0');
  if (mimeType === 'image/webp') return has(head, 'ANIM');
  return mimeType === 'image/png' && has(head, 'acTL');
}
