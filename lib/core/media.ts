export const mediaProviders = ['youtube', 'vimeo', 'soundcloud', 'spotify'] as const;
export type MediaProvider = (typeof mediaProviders)[number];

/** What a provider says of a medium, as plain text. */
export interface MediaTitle {
  title: string;
  author: string | null;
}

/** A medium of a known provider: the content of a media artifact. */
export interface Media {
  provider: MediaProvider;
  /** YouTube's 11 characters; Vimeo's digits, `/` and the key of an unlisted one; SoundCloud's path; Spotify's 22 characters. */
  id: string;
  /** YouTube: `video short`. Vimeo: `video`. SoundCloud: `track playlist`. Spotify: `track album playlist episode show artist`. */
  kind: string;
  /** Its page at the provider, written by us; of YouTube with where to begin, `&t=90s`. */
  url: string;
  title?: string;
  author?: string;
}

/** Checks what was stored. No schema: the browser reads it too, and its policy forbids what a schema compiles itself with. */
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

/** The only places that a frame of ours ever shows. */
export const mediaFrameOrigins: Record<MediaProvider, string> = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
  soundcloud: 'https://w.soundcloud.com',
  spotify: 'https://open.spotify.com',
};

/** The address of the provider's player: one of four fixed origins, and of the medium only its escaped ID. */
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
