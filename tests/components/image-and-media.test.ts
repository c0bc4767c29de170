import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { ArtifactImage } from '#components/artifacts/viewers/image/artifact-image.tsx';
import { cardImageSize } from '#components/artifacts/viewers/image/image-size.ts';
import { imageViewer } from '#components/artifacts/viewers/image/image-viewer.tsx';
import { MediaBody } from '#components/artifacts/viewers/media/media-body.tsx';
import { mediaFrameHeightPx, mediaHost } from '#components/artifacts/viewers/media/media-frame.ts';
import { readMedia } from '#components/artifacts/viewers/media/read-media.ts';
import { type Media, mediaProviders } from '#lib/core/vocabulary/media.ts';

describe('an image on its card', () => {
  test('keeps its shape, and is never above its own size or 320 px high', () => {
    expect(cardImageSize({ width: 96, height: 64 })).toEqual({ widthPx: 96, heightPx: 64 });
    expect(cardImageSize({ width: 1_280, height: 720 })).toEqual({ widthPx: 569, heightPx: 320 });
    expect(cardImageSize({ width: 1, height: 30_000 })).toEqual({ widthPx: 1, heightPx: 320 });
  });

  test('has its height before it loads', () => {
    const height = (dimensions: { width: number; height: number }) =>
      imageViewer.card.heightPx({ lineCount: null, dimensions });
    expect(height({ width: 1_280, height: 720 })).toBe(345);
    expect(height({ width: 16, height: 16 })).toBe(68);
  });

  test('describes its kind and size in words', () => {
    const html = renderToStaticMarkup(
      createElement(ArtifactImage, {
        url: '/api/artifacts/art_x',
        title: 'docs/"logo".png',
        dimensions: { width: 1_280, height: 720 },
        onError: () => undefined,
      }),
    );
    expect(html).toContain('alt="docs/&quot;logo&quot;.png, 1,280 × 720"');
    expect(html).toContain('loading="lazy"');
  });
});

const video: Media = {
  provider: 'youtube',
  id: 'dQw4w9WgXcQ',
  kind: 'video',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  title: '<b>A title</b>',
  author: 'Aiko',
};

describe('a medium on its card', () => {
  const html = renderToStaticMarkup(createElement(MediaBody, { media: video, title: 'x' }));

  test('contacts no provider, for a frame or a picture, before somebody clicks', () => {
    expect(html).not.toMatch(/<iframe|<img|src=|url\(/);
    expect(html).toContain('Load from YouTube');
    expect(html).toContain('Nothing is sent to youtube-nocookie.com until you do.');
  });

  test('has a link to its provider that sends no referrer', () => {
    expect(html).toContain(`href="${video.url}" target="_blank" rel="noopener noreferrer"`);
  });

  test('shows the provider’s title as text', () => {
    expect(html).not.toContain('<b>A title');
    expect(html).toContain('&lt;b&gt;A title');
  });

  test('names the provider that would be contacted, for every provider', () => {
    expect(mediaProviders.map(mediaHost)).toEqual([
      'youtube-nocookie.com',
      'vimeo.com',
      'soundcloud.com',
      'spotify.com',
    ]);
  });

  test('has a player with the height its kind needs', () => {
    expect(mediaFrameHeightPx({ provider: 'vimeo', kind: 'video' })).toBeNull();
    expect(mediaFrameHeightPx({ provider: 'soundcloud', kind: 'track' })).toBe(166);
    expect(mediaFrameHeightPx({ provider: 'spotify', kind: 'album' })).toBe(352);
  });
});

describe('parsing a medium from an artifact', () => {
  test('returns what was stored, for any line breaks', () => {
    expect(readMedia(JSON.stringify(video, null, 2).split('\n'))).toEqual(video);
  });

  test.each([
    ['no JSON', 'nothing'],
    ['another shape', '{"provider":"youtube"}'],
    ['another provider', JSON.stringify({ ...video, provider: 'evil' })],
    ['a link that is a script', JSON.stringify({ ...video, url: 'javascript:alert(1)' })],
    ['a link that is none', JSON.stringify({ ...video, url: 'watch me' })],
  ])('rejects %s', (_, text) => {
    expect(readMedia([text])).toBeNull();
  });
});
