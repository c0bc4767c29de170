import { type Media, type MediaProvider, mediaFrameOrigins } from '#lib/core/vocabulary/media.ts';

/** The host that is contacted when the frame loads, as people know it: `vimeo.com`. */
export const mediaHost = (provider: MediaProvider): string =>
  new URL(mediaFrameOrigins[provider]).hostname.split('.').slice(-2).join('.');

const single = new Set(['track', 'episode']);

/** Height of the provider's player in px; `null`: a video, 16 to 9. */
export function mediaFrameHeightPx({ provider, kind }: Pick<Media, 'provider' | 'kind'>): number | null {
  if (provider === 'soundcloud') return single.has(kind) ? 166 : 352;
  if (provider === 'spotify') return single.has(kind) ? 152 : 352;
  return null;
}
