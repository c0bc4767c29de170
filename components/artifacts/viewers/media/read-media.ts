import { isMedia, type Media } from '#lib/core/vocabulary/media.ts';

/** The medium that an artifact's lines describe; `null`: they have another shape, or lead to no page. */
export function readMedia(lines: readonly string[]): Media | null {
  try {
    const media: unknown = JSON.parse(lines.join('\n'));
    return isMedia(media) && new URL(media.url).protocol === 'https:' ? media : null;
  } catch {
    // Stored bytes that describe no medium are shown as bytes.
    return null;
  }
}
