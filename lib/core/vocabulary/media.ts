export const mediaProviders = ['youtube', 'vimeo', 'soundcloud', 'spotify'] as const;
export type MediaProvider = (typeof mediaProviders)[number];

/** What a provider reports about a medium, as plain text. */
export interface MediaTitle {
  title: string;
  author: string | null;
}

/** A medium of a known provider: the content of a media artifact. */
export interface Media {
  provider: MediaProvider;
  /**
   * YouTube: 11 characters; Vimeo: digits, plus `/` and the key of an unlisted video; SoundCloud: path;
   * Spotify: 22 characters.
   */
  id: string;
  /**
   * YouTube: `video short`. Vimeo: `video`. SoundCloud: `track playlist`. Spotify:
   * `track album playlist episode show artist`.
   */
  kind: string;
  /** Its page at the provider, a URL that we build; for YouTube with the start time, `&t=90s`. */
  url: string;
  title?: string;
  author?: string;
}

/**
 * Validates stored content. Not a schema, because the browser also runs it and its policy forbids the way
 * schemas compile themselves.
 */
export function isMedia(value: unknown): value is Media {
  if (typeof value !== 'object' || value === null) return false;
  const { provider, id, kind, url, title, author } = value as Record<string, unknown>;
  const isText = (text: unknown) => text === undefined || typeof text === 'string';
  return (
    mediaProviders.some((known) => known === provider) &&
    typeof id === 'string' &&
    /^[\w-]+(\/[\w-]+)*$/.test(id) &&
    typeof kind === 'string' &&
    /^[a-z]+$/.test(kind) &&
    typeof url === 'string' &&
    isText(title) &&
    isText(author)
  );
}

export const mediaProviderNames: Record<MediaProvider, string> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  soundcloud: 'SoundCloud',
  spotify: 'Spotify',
};

/** The only origins that our frames ever show. */
export const mediaFrameOrigins: Record<MediaProvider, string> = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
  soundcloud: 'https://w.soundcloud.com',
  spotify: 'https://open.spotify.com',
};

/** URL of the provider's player: one of four fixed origins, plus only the escaped ID of the medium. */
export function mediaFrameUrl({ provider, id, kind, url }: Media): string {
  const origin = mediaFrameOrigins[provider];
  const [first = '', second = ''] = id.split('/').map(encodeURIComponent);
  switch (provider) {
    case 'youtube': {
      const start = /[?&]t=(\d{1,6})s$/.exec(url)?.[1];
      return `${origin}/embed/${first}${start === undefined ? '' : `?start=${start}`}`;
    }
    case 'vimeo':
      return `${origin}/video/${first}?dnt=1${second === '' ? '' : `&h=${second}`}`;
    case 'soundcloud':
      return `${origin}/player/?url=${encodeURIComponent(`https://soundcloud.com/${id}`)}`;
    case 'spotify':
      return `${origin}/embed/${encodeURIComponent(kind)}/${first}`;
  }
}
