import { limits } from '../limits.ts';
import type { Media, MediaProvider } from './media.ts';

/** Why a link shows nothing, as a sentence for people and the model. */
export interface RefusedMedia {
  reason: string;
}

type Reader = (url: URL) => Media | RefusedMedia | null;

const refused = (reason: string): RefusedMedia => ({ reason });

/**
 * Identifies the medium of a link from its ID alone; the link itself is not used any further. The host must
 * match as written: a host that only becomes a provider's name through URL parsing is refused.
 */
export function parseMediaUrl(text: string): Media | RefusedMedia {
  const link = text.trim();
  const written = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(link);
  if (!written) return refused('That is no whole link: give it from https:// on.');
  if (written[1]?.toLowerCase() !== 'https') return refused('Only https:// links can be embedded.');
  const host = written[2]?.toLowerCase() ?? '';
  const provider = hosts[host];
  const url = isPlain(link) ? URL.parse(link) : null;
  if (!provider || url?.hostname !== host) {
    return refused(
      'Only media of YouTube, Vimeo, SoundCloud and Spotify can be embedded; this link is to none of them.',
    );
  }
  return readers[provider](url) ?? refused(nothingFound[provider]);
}

/** No blanks, backslashes or control characters, which parsers drop or convert. */
const isPlain = (link: string): boolean =>
  link.length <= limits.mediaUrlCharacters && /^[\u0021-\u005b\u005d-\u007e]+$/.test(link);

/** Exact host names: a subdomain or a prefixed name belongs to somebody else. */
const hosts: Partial<Record<string, MediaProvider>> = Object.assign(Object.create(null), {
  'youtube.com': 'youtube',
  'www.youtube.com': 'youtube',
  'm.youtube.com': 'youtube',
  'music.youtube.com': 'youtube',
  'youtu.be': 'youtube',
  'youtube-nocookie.com': 'youtube',
  'www.youtube-nocookie.com': 'youtube',
  'vimeo.com': 'vimeo',
  'www.vimeo.com': 'vimeo',
  'player.vimeo.com': 'vimeo',
  'soundcloud.com': 'soundcloud',
  'www.soundcloud.com': 'soundcloud',
  'm.soundcloud.com': 'soundcloud',
  'open.spotify.com': 'spotify',
} satisfies Record<string, MediaProvider>);

const readers: Record<MediaProvider, Reader> = {
  youtube: readYouTube,
  vimeo: readVimeo,
  soundcloud: readSoundCloud,
  spotify: readSpotify,
};

const nothingFound: Record<MediaProvider, string> = {
  youtube: 'That YouTube link names no video.',
  vimeo: 'That Vimeo link names no video.',
  soundcloud: 'That SoundCloud link names no track or playlist.',
  spotify: 'That Spotify link names no track, album, playlist, episode, show or artist.',
};

function readYouTube({ hostname, pathname, searchParams }: URL): Media | RefusedMedia | null {
  const path = pathname.replace(/\/$/, '');
  const isShort = path.startsWith('/shorts/');
  const inPath =
    hostname === 'youtu.be' ? /^\/([^/]+)$/.exec(path) : /^\/(?:shorts|live|embed)\/([^/]+)$/.exec(path);
  const ids = path === '/watch' ? searchParams.getAll('v') : [inPath?.[1] ?? ''];
  const id = ids.length === 1 ? (ids[0] ?? '') : '';
  // These two look like IDs but are the players of lists and channels.
  const isVideo = /^[A-Za-z0-9_-]{11}$/.test(id) && id !== 'videoseries' && id !== 'live_stream';
  if (!isVideo) {
    return searchParams.has('list')
      ? refused('That is a playlist. Only single videos can be embedded: give the link of one of them.')
      : null;
  }
  const start = secondsOf(searchParams.get('t') ?? searchParams.get('start') ?? '');
  const page = isShort ? `https://www.youtube.com/shorts/${id}` : `https://www.youtube.com/watch?v=${id}`;
  const begin = start === 0 ? '' : `${isShort ? '?' : '&'}t=${start}s`;
  return { provider: 'youtube', id, kind: isShort ? 'short' : 'video', url: page + begin };
}

/** Parses `90`, `90s` or `1h2m3s`; returns 0 for anything else. */
function secondsOf(text: string): number {
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text);
  const [hours = 0, minutes = 0, seconds = 0] = match?.slice(1).map((part) => Number(part ?? 0)) ?? [];
  return Math.min(hours * 3_600 + minutes * 60 + seconds, 999_999);
}

function readVimeo({ hostname, pathname, searchParams }: URL): Media | null {
  const isPlayer = hostname === 'player.vimeo.com';
  const match = isPlayer
    ? /^\/video\/(\d{1,12})\/?$/.exec(pathname)
    : /^\/(?:channels\/[\w-]+\/)?(\d{1,12})(?:\/([0-9a-f]{6,40}))?\/?$/.exec(pathname);
  if (!match) return null;
  const key = match[2] ?? searchParams.get('h') ?? '';
  const id = /^[0-9a-f]{6,40}$/.test(key) ? `${match[1]}/${key}` : `${match[1]}`;
  return { provider: 'vimeo', id, kind: 'video', url: `https://vimeo.com/${id}` };
}

/** Pages of the site itself, and lists on a person's page, whose URLs look like those of tracks. */
const soundCloudPages =
  /^(?:charts|discover|feed|jobs|messages|notifications|pages|people|search|settings|stream|tags|terms-of-use|upload|you)\/|\/(?:albums|comments|followers|following|likes|popular-tracks|reposts|sets|spotlight|tracks)$/;

function readSoundCloud({ pathname }: URL): Media | null {
  const path = pathname.slice(1).replace(/\/$/, '');
  const match = /^[\w-]{1,100}\/(sets\/)?[\w-]{1,255}(?:\/s-\w{1,40})?$/.exec(path);
  if (!match || soundCloudPages.test(path)) return null;
  const kind = match[1] === undefined ? 'track' : 'playlist';
  return { provider: 'soundcloud', id: path, kind, url: `https://soundcloud.com/${path}` };
}

function readSpotify({ pathname }: URL): Media | null {
  const match =
    /^\/(?:intl-[a-z]{2,5}\/)?(?:embed\/)?(track|album|playlist|episode|show|artist)\/([A-Za-z0-9]{22})\/?$/.exec(
      pathname,
    );
  const [, kind, id] = match ?? [];
  if (kind === undefined || id === undefined) return null;
  return { provider: 'spotify', id, kind, url: `https://open.spotify.com/${kind}/${id}` };
}
