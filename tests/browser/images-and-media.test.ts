import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser, untilAwake } from '../support/browser.ts';
import { emptyPng, noise, svg } from '../support/images.ts';
import { action, cardNamed, cardOf, makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
const red = { r: 200, g: 30, b: 40, alpha: 1 };
const clear = { r: 0, g: 0, b: 0, alpha: 0 };
/** Wider than any card, higher than any card, and smaller than what a card is least. */
const sizes = { 'wide.png': [1200, 300], 'high.png': [400, 900], 'tiny.png': [8, 8] } as const;
const drawing = svg(
  '<script>window.wasRun = 1; document.title = "run"</script><rect width="200" height="100" fill="teal" onload="window.wasRun = 2"/>',
);

let stage: SharedStage;

beforeAll(async () => {
  const flat = (width: number, height: number, background: typeof red) =>
    sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer();
  const images = Object.entries(sizes).map(async ([name, [width, height]]) => [
    name,
    await flat(width, height, red),
  ]);
  const cut = (await noise(300, 200).png().toBuffer()).subarray(0, 20_000);
  stage = await openSharedStage({
    files: {
      ...Object.fromEntries(await Promise.all(images)),
      'clear.png': await flat(120, 80, clear),
      'drawing.svg': drawing,
      'cut.png': cut,
      'words.png': 'no image at all\n',
      'bomb.png': emptyPng(30_000, 30_000),
    },
  });
});
afterAll(async () => await stage?.close());

const wasRun = (page: Page) => page.evaluate(() => Reflect.get(window, 'wasRun') ?? null);

test('an image card is as high before its bytes as after, and shows the image in its own shape', async () => {
  const { id, artifactIds } = await makeConversation(
    stage.server,
    Object.keys(sizes).map((name) => `show ${name}`),
  );
  const { context } = await visit(stage.server.url);
  let isBlocked = true;
  const release: (() => void)[] = [];
  await context.route(/\/api\/artifacts\//, async (route) => {
    if (isBlocked) await new Promise<void>((resolve) => release.push(resolve));
    await route.continue();
  });
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/c/${id}`);
  await untilAwake(page);
  await eventually(() => release.length).toBeGreaterThan(0);
  const boxes = () =>
    page
      .locator('[data-card]')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)));
  const before = await boxes();
  expect(before).toHaveLength(3);
  expect(await page.locator('[data-card] img').count()).toBe(0);
  isBlocked = false;
  for (const go of release) go();

  const shown: { alt: string; ratio: number; height: number }[] = [];
  for (const artifactId of artifactIds) {
    const image = cardOf(page, artifactId).locator('img');
    await cardOf(page, artifactId).scrollIntoViewIfNeeded();
    await eventually(() =>
      image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0),
    ).toBe(true);
    shown.push(
      await image.evaluate((element: HTMLImageElement) => {
        const { width, height } = element.getBoundingClientRect();
        return { alt: element.alt, ratio: width / height, height };
      }),
    );
  }
  expect(await boxes()).toEqual(before);
  expect(shown.map(({ alt }) => alt)).toEqual([
    'wide.png, 1,200 × 300',
    'high.png, 400 × 900',
    'tiny.png, 8 × 8',
  ]);
  Object.values(sizes).forEach(([width, height], index) => {
    expect(shown[index]?.ratio).toBeCloseTo(width / height, 1);
  });
  // None is drawn larger than it is, and none fills the thread.
  expect(shown.map(({ height }) => Math.round(height)).slice(1)).toEqual([320, 8]);
});

test('an image in the panel fits its width, and is shown at its own size on demand', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show wide.png']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  await action(cardOf(page, artifactIds[0] ?? ''), 'open').click();
  const toggle = page.locator('.panel').getByRole('button', { name: 'wide.png, 1,200 × 300' });
  const width = () => toggle.locator('img').evaluate((image) => image.getBoundingClientRect().width);
  await toggle.waitFor();
  expect(await toggle.getAttribute('aria-pressed')).toBe('false');
  await eventually(width).toBeGreaterThan(100);
  expect(await width()).toBeLessThan(1200);
  await toggle.focus();
  await page.keyboard.press('Enter');
  await eventually(() => toggle.getAttribute('aria-pressed')).toBe('true');
  expect(await width()).toBe(1200);
  await page.locator('.panel').getByText('Actual size', { exact: true }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await toggle.click();
  await eventually(width).toBeLessThan(1200);
});

test('an image keeps its colours in light and dark, and what is clear in it shows the theme’s checks', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show high.png', 'show clear.png']);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const middle = async (artifactId: string | undefined): Promise<number[]> => {
    const image = cardOf(page, artifactId ?? '').locator('img');
    await image.scrollIntoViewIfNeeded();
    await eventually(() => image.evaluate((element: HTMLImageElement) => element.complete)).toBe(true);
    const shot = sharp(await image.screenshot()).removeAlpha();
    const { width, height } = await shot.metadata();
    const location = { left: Math.floor(width / 2), top: Math.floor(height / 2), width: 1, height: 1 };
    return [...(await shot.extract(location).raw().toBuffer())];
  };
  const look = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme });
    return { full: await middle(artifactIds[0]), clear: await middle(artifactIds[1]) };
  };
  const light = await look('light');
  const dark = await look('dark');
  expect(light.full).toEqual([red.r, red.g, red.b]);
  expect(dark.full).toEqual(light.full);
  expect(Math.min(...light.clear)).toBeGreaterThan(200);
  expect(Math.max(...dark.clear)).toBeLessThan(60);
});

test('a drawing with a script in it is shown as pixels, and nothing of it runs', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show drawing.svg']);
  const visitor = await visit(stage.server.url);
  const page = await visitor.open(`/c/${id}`);
  const title = await page.title();
  const image = page.getByRole('img', { name: /^drawing\.svg, / });
  await eventually(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(512);
  expect(await page.locator('.thread').locator('script, object, embed').count()).toBe(0);
  expect(await wasRun(page)).toBeNull();
  expect(await page.title()).toBe(title);

  const bytes = await visitor.context.newPage();
  const response = await bytes.goto(`${stage.server.url}/api/artifacts/${artifactIds[0]}`);
  expect(response?.headers()['content-type']).toBe('image/png');
  expect((await response?.body())?.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(await wasRun(bytes)).toBeNull();
});

test.each([
  ['cut.png', 'cut.png cannot be shown: it is damaged or cut short.'],
  ['words.png', 'words.png is no image that can be shown: not PNG, JPEG, GIF, WebP, AVIF or SVG.'],
  ['bomb.png', 'bomb.png cannot be shown: it has more than 40 million pixels.'],
])('%s is not shown, and its card says why in words', async (name, words) => {
  const { id } = await makeConversation(stage.server, [`show ${name}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, name);
  await card.getByText(words).waitFor();
  await card.getByText('failed', { exact: true }).waitFor();
  expect(await card.locator('img').count()).toBe(0);
});

test('an image whose bytes do not come says so, and is there when it is asked for again', async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show wide.png']);
  const { context } = await visit(stage.server.url, { expects: [/net::ERR_FAILED/] });
  let isCut = true;
  await context.route(/\/api\/artifacts\//, (route) =>
    isCut && route.request().resourceType() === 'image' ? route.abort() : route.continue(),
  );
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/c/${id}`);
  await untilAwake(page);
  const card = cardOf(page, artifactIds[0] ?? '');
  await card.getByText('Could not load the image').waitFor();
  isCut = false;
  await card.getByRole('button', { name: 'Try now' }).click();
  const image = card.locator('img');
  await eventually(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1200);
});

const media = [
  {
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
    name: 'YouTube',
    frame: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90',
    page: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
  },
  {
    url: 'https://vimeo.com/76979871',
    name: 'Vimeo',
    frame: 'https://player.vimeo.com/video/76979871?dnt=1',
    page: 'https://vimeo.com/76979871',
  },
  {
    url: 'https://soundcloud.com/forss/flickermood',
    name: 'SoundCloud',
    frame: `https://w.soundcloud.com/player/?url=${encodeURIComponent('https://soundcloud.com/forss/flickermood')}`,
    page: 'https://soundcloud.com/forss/flickermood',
  },
  {
    url: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
    name: 'Spotify',
    frame: 'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    page: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
  },
];

test('a medium sends nothing anywhere until somebody loads it; then it is the provider’s own frame, shut in', async () => {
  const { id, artifactIds } = await makeConversation(
    stage.server,
    media.map(({ url }) => `embed ${url}`),
  );
  const { origin } = new URL(stage.server.url);
  const frameHosts =
    /^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com|w\.soundcloud\.com|open\.spotify\.com)\//;
  const { context } = await visit(stage.server.url, { expects: [/^request elsewhere: /] });
  const elsewhere: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(origin)) elsewhere.push(request.url());
  });
  // Nothing leaves this machine: the players are ours.
  await context.route(
    (url) => url.origin !== origin,
    (route) =>
      frameHosts.test(route.request().url())
        ? route.fulfill({ contentType: 'text/html', body: '<p>the player</p>' })
        : route.abort(),
  );
  const page = await context.newPage();
  await page.goto(`${stage.server.url}/c/${id}`);
  await untilAwake(page);
  for (const [index, { name, frame, page: link }] of media.entries()) {
    const card = cardOf(page, artifactIds[index] ?? '');
    const load = card.getByRole('button', { name: `Load from ${name}` });
    // Whoever is at the end of a thread is kept there while it grows: a scroll that nobody made by hand may be undone.
    await eventually(async () => {
      await card.scrollIntoViewIfNeeded();
      return await load.count();
    }).toBe(1);
    const out = card.getByRole('link', { name: `Open on ${name}` });
    expect(await out.getAttribute('href')).toBe(link);
    expect(await out.getAttribute('rel')).toBe('noopener noreferrer');
    expect(await card.locator('iframe, img').count()).toBe(0);
    expect(elsewhere).toEqual(media.slice(0, index).map((loaded) => loaded.frame));

    await load.click();
    const player = card.locator('iframe');
    await player.contentFrame().getByText('the player').waitFor();
    expect(elsewhere).toEqual(media.slice(0, index + 1).map((loaded) => loaded.frame));
    const attribute = (attributeName: string) => player.getAttribute(attributeName);
    expect(await attribute('src')).toBe(frame);
    expect(await attribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation');
    expect(await attribute('referrerpolicy')).toBe('strict-origin-when-cross-origin');
    expect(await attribute('title')).toContain(`on ${name}`);
    expect(await player.evaluate((element) => element === document.activeElement)).toBe(true);
  }
});

test.each(['https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'https://youtube.com@evil.example/'])(
  'an address that only looks like a provider’s is refused in words: %s',
  async (url) => {
    const { id } = await makeConversation(stage.server, [`embed ${url}`]);
    const page = await (await visit(stage.server.url)).open(`/c/${id}`);
    const card = cardNamed(page, url);
    await card.getByText('failed', { exact: true }).waitFor();
    expect(await card.locator('.seen').textContent()).toContain('YouTube');
    expect(await card.locator('iframe, a').count()).toBe(0);
  },
);
