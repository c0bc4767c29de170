import { describe, expect, test } from 'vitest';
import { isMedia, type Media, mediaFrameOrigins, mediaFrameUrl } from '#lib/core/vocabulary/media.ts';
import { parseMediaUrl } from '#lib/core/vocabulary/media-url.ts';

const spotifyId = '4uLU6hMCjMI75M1A2tKUQC';

function media(url: string): Media {
  const found = parseMediaUrl(url);
  if ('reason' in found) throw new Error(`${url}: ${found.reason}`);
  return found;
}

/** Link, provider, ID, kind, canonical link, frame URL. */
const known: [string, string, string, string, string, string][] = [
  ...[
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com/watch?v=dQw4w9WgXcQ&list=PL123&index=2',
    'HTTPS://WWW.YouTube.com/watch?v=dQw4w9WgXcQ#x',
    'https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ',
    'https://music.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/live/dQw4w9WgXcQ',
    'https://www.youtube.com/embed/dQw4w9WgXcQ/',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    '  https://youtu.be/dQw4w9WgXcQ\n',
  ].map((url): [string, string, string, string, string, string] => [
    url,
    'youtube',
    'dQw4w9WgXcQ',
    'video',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ]),
  [
    'https://www.youtube.com/shorts/a_b-c_d-e_f',
    'youtube',
    'a_b-c_d-e_f',
    'short',
    'https://www.youtube.com/shorts/a_b-c_d-e_f',
    'https://www.youtube-nocookie.com/embed/a_b-c_d-e_f',
  ],
  ...[
    'https://youtu.be/dQw4w9WgXcQ?t=90',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s',
    'https://www.youtube.com/embed/dQw4w9WgXcQ?start=90',
  ].map((url): [string, string, string, string, string, string] => [
    url,
    'youtube',
    'dQw4w9WgXcQ',
    'video',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
  ]),
  [
    'https://vimeo.com/76979871',
    'vimeo',
    '76979871',
    'video',
    'https://vimeo.com/76979871',
    'https://player.vimeo.com/video/76979871?dnt=1',
  ],
  ...['https://vimeo.com/76979871/0123abcdef', 'https://player.vimeo.com/video/76979871?h=0123abcdef'].map(
    (url): [string, string, string, string, string, string] => [
      url,
      'vimeo',
      '76979871/0123abcdef',
      'video',
      'https://vimeo.com/76979871/0123abcdef',
      'https://player.vimeo.com/video/76979871?dnt=1&h=0123abcdef',
    ],
  ),
  [
    'https://soundcloud.com/some-one/a_track?utm_source=x',
    'soundcloud',
    'some-one/a_track',
    'track',
    'https://soundcloud.com/some-one/a_track',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fsome-one%2Fa_track',
  ],
  [
    'https://soundcloud.com/some-one/sets/a-set/s-AbC12',
    'soundcloud',
    'some-one/sets/a-set/s-AbC12',
    'playlist',
    'https://soundcloud.com/some-one/sets/a-set/s-AbC12',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fsome-one%2Fsets%2Fa-set%2Fs-AbC12',
  ],
  ...['track', 'album', 'playlist', 'episode', 'show', 'artist'].map(
    (kind): [string, string, string, string, string, string] => [
      `https://open.spotify.com/intl-de/${kind}/${spotifyId}?si=1`,
      'spotify',
      spotifyId,
      kind,
      `https://open.spotify.com/${kind}/${spotifyId}`,
      `https://open.spotify.com/embed/${kind}/${spotifyId}`,
    ],
  ),
];

describe('a media link', () => {
  test('gives its provider and ID, and a link and a frame URL that we build ourselves', () => {
    for (const [link, provider, id, kind, url, frame] of known) {
      expect(parseMediaUrl(link), link).toEqual({ provider, id, kind, url });
      expect(isMedia(media(link)), link).toBe(true);
      expect(mediaFrameUrl(media(link)), link).toBe(frame);
    }
  });

  test('parsed again from our own link is the same medium', () => {
    for (const [link] of known) expect(parseMediaUrl(media(link).url), link).toEqual(media(link));
  });

  test('with an invalid start time starts at the beginning', () => {
    for (const t of ['x', '-5', '1e3', '90s&t=8', '9999999999', '1:30']) {
      expect(media(`https://youtu.be/dQw4w9WgXcQ?t=${encodeURIComponent(t)}`).url, t).toBe(
        'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      );
    }
  });
});

describe('a link that resembles a media link', () => {
  const v = '/watch?v=dQw4w9WgXcQ';
  const lookAlikes = [
    `https://www.youtube.com@evil.example${v}`,
    `https://user:pass@www.youtube.com${v}`,
    `https://www.youtube.com:secret@evil.example${v}`,
    `https://www.youtube.com:443${v}`,
    `https://www.youtube.com:8443${v}`,
    `https://www.youtube.com.${v}`,
    `https://www.youtube.com.evil.example${v}`,
    `https://evil.youtube.com${v}`,
    `https://youtube.com.evil.example${v}`,
    `https://evilyoutube.com${v}`,
    `https://youtube.com\\@evil.example${v}`,
    `https:\\\\www.youtube.com${v}`,
    `https:/www.youtube.com${v}`,
    `https:www.youtube.com${v}`,
    `https:///www.youtube.com${v}`,
    `//www.youtube.com${v}`,
    `www.youtube.com${v}`,
    `http://www.youtube.com${v}`,
    `ftp://www.youtube.com${v}`,
    `https://Ⓨoutube.com${v}`,
    `https://ｙoutube.com${v}`,
    `https://youtube。com${v}`,
    `https://yоutube.com${v}`,
    `https://xn--yutube-wqf.com${v}`,
    `https://you%74ube.com${v}`,
    `https://you\ntube.com${v}`,
    `https://you\ttube.com${v}`,
    `https://youtube.com\u0000${v}`,
    `https://you\u200btube.com${v}`,
    `https://y\u0075\u0308tube.com${v}`,
    `https://youtu.be.evil.example/dQw4w9WgXcQ`,
    `https://[::ffff:169.254.169.254]${v}`,
    `https://2130706433${v}`,
    `https://127.0.0.1${v}`,
    `https://www.youtube.com\u2044evil.example${v}`,
    `https://evil.example/https://www.youtube.com${v}`,
    `https://evil.example/?u=https://youtu.be/dQw4w9WgXcQ`,
    'https://vimeo.com@evil.example/76979871',
    'https://player.vimeo.com.evil.example/video/1',
    'https://api.soundcloud.com/tracks/1',
    'https://w.soundcloud.com/player/?url=https://evil.example',
    `https://spotify.com/track/${spotifyId}`,
    `https://spotify.link/${spotifyId}`,
    `spotify:track:${spotifyId}`,
    `javascript:alert(1)//https://youtu.be/dQw4w9WgXcQ`,
    `data:text/html,<script>1</script>`,
    `blob:https://www.youtube.com${v}`,
    `file:///etc/passwd`,
    `https://constructor${v}`,
    `https://__proto__${v}`,
    `https://www.youtube.com${v}&pad=${'x'.repeat(3_000)}`,
    '',
  ];
  test('is rejected with a reason', () => {
    for (const link of lookAlikes) {
      expect(parseMediaUrl(link), link).toEqual({ reason: expect.stringMatching(/^[A-Z].{20,140}\.$/s) });
    }
  });

  test('is rejected if the host is right but it names no medium', () => {
    const bad = [
      'https://www.youtube.com/',
      'https://www.youtube.com/watch',
      'https://www.youtube.com/watch?v=short',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQx',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&v=aaaaaaaaaaa',
      'https://www.youtube.com/watch?v=dQw4w9Wg%2FcQ',
      'https://www.youtube.com/watch/dQw4w9WgXcQ',
      'https://www.youtube.com/embed/../watch',
      'https://www.youtube.com/embed/live_stream?channel=UC123',
      'https://www.youtube.com/@somebody',
      'https://www.youtube.com/redirect?q=https://evil.example&v=dQw4w9WgXcQ',
      'https://youtu.be/',
      'https://vimeo.com/about',
      'https://vimeo.com/123/zzz',
      'https://vimeo.com/123456789012345',
      'https://player.vimeo.com/video/abc',
      'https://soundcloud.com/someone',
      'https://soundcloud.com/someone/likes',
      'https://soundcloud.com/someone/sets',
      'https://soundcloud.com/discover/sets/x',
      'https://soundcloud.com/a/b/c/d',
      'https://soundcloud.com/a/%2e%2e/b',
      'https://soundcloud.com/a/b%3Furl=x',
      'https://open.spotify.com/track/short',
      `https://open.spotify.com/user/${spotifyId}`,
      `https://open.spotify.com/track/${spotifyId}/../../x`,
    ];
    for (const link of bad) {
      expect(parseMediaUrl(link), link).toEqual({ reason: expect.stringMatching(/names no .*\.$/) });
    }
  });

  test('is rejected if it is a playlist without a video, and the error says what to use instead', () => {
    for (const link of [
      'https://www.youtube.com/playlist?list=PL123',
      'https://www.youtube.com/watch?list=PL123',
      'https://www.youtube.com/embed/videoseries?list=PL123',
    ]) {
      expect(parseMediaUrl(link), link).toEqual({ reason: expect.stringContaining('That is a playlist.') });
    }
  });
});

describe('a media frame', () => {
  test('stays on the four provider origins, whatever the stored medium says', () => {
    const odd = [
      '../../x',
      'a?b#c',
      '//evil.example',
      '@evil.example',
      '"><script>',
      '\\evil.example',
      '..',
      '',
    ];
    for (const provider of ['youtube', 'vimeo', 'soundcloud', 'spotify'] as const) {
      for (const text of odd) {
        const frame = mediaFrameUrl({ provider, id: text, kind: text, url: text });
        expect(new URL(frame).origin, frame).toBe(mediaFrameOrigins[provider]);
        expect(frame, frame).toMatch(/^https:\/\/[a-z.-]+\/[\w/?=&%.-]*$/);
        expect(isMedia({ provider, id: text, kind: 'video', url: '' }), text).toBe(false);
      }
    }
  });
});
