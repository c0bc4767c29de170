import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { loadTokenizer } from '#lib/split/tokenizer.ts';
import type { ToolCallOutcome } from '#lib/tools/tool-call.ts';
import { changeLimits } from '../support/change-limits.ts';
import { animation, emptyPng, noise, svg } from '../support/images.ts';
import { writeFiles } from '../support/temp-folder.ts';
import { toolBench } from '../support/tool-bench.ts';

const { count } = await loadTokenizer();

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  response.end('x');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const elsewhere = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
afterAll(() => server.close());

const base = () => noise(300, 200);
const files = {
  'photo.png': await base().png().toBuffer(),
  'photo.jpg': await base().jpeg().toBuffer(),
  'photo.gif': await base().gif().toBuffer(),
  'photo.webp': await base().webp().toBuffer(),
  'photo.avif': await base().avif().toBuffer(),
};
const bench = toolBench({
  ...files,
  'deep/no extension': files['photo.png'],
  'lies.txt': files['photo.webp'],
  'sideways.jpg': await base().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  'moving.gif': await (await animation(30, 20, 3)).gif().toBuffer(),
  'moving.webp': await (await animation(30, 20, 3)).webp().toBuffer(),
  'wide.png': emptyPng(1_280, 720),
  'huge.png': emptyPng(30_000, 30_000),
  'heavy.png': Buffer.concat([files['photo.png'], Buffer.alloc(limits.imageFileBytes)]),
  'photo.tiff': await base().tiff().toBuffer(),
  'notes.png': 'these are words\n',
  'empty.png': '',
  'noise.bin': Buffer.from([0, 1, 2, 3, 255, 254, 0, 9]),
  'page.html': '<!doctype html><html><body><p>no picture</p></body></html>',
});
const show = (path: string) => bench.call('display_image', { path });
const error = async (path: string) => {
  const outcome = await show(path);
  expect(outcome, path).toMatchObject({ success: false, toolTelemetry: { artifactId: null, type: null } });
  return outcome.result?.content ?? '';
};
const metadataOf = async ({ toolTelemetry: { artifactId } }: ToolCallOutcome) =>
  (await bench.stores.artifacts.get(artifactId ?? ''))?.metadata;

describe('an image', () => {
  test('is stored as it is, told by what its bytes are, and the model gets a line', async () => {
    for (const [path, bytes] of Object.entries(files)) {
      const outcome = await show(path);
      const format = path.replace('photo.', '').replace('jpg', 'jpeg');
      expect(outcome, path).toMatchObject({
        success: true,
        toolTelemetry: {
          type: 'image',
          title: path,
          lineCount: null,
          fullTokens: null,
          dimensions: { width: 300, height: 200 },
        },
      });
      expect(await bench.bytesOf(outcome), path).toEqual(bytes);
      expect(await metadataOf(outcome), path).toMatchObject({
        type: 'image',
        mimeType: `image/${format}`,
        dimensions: { width: 300, height: 200 },
        lineCount: null,
      });
      const { artifactId } = outcome.toolTelemetry;
      expect(outcome.result?.content).toMatch(
        new RegExp(
          `^Shown to people: ${path}, 300 × 200 ${format.toUpperCase()}, \\d+ KB, ${artifactId}\\. You have not seen it\\.$`,
        ),
      );
      const bare = outcome.result?.content.replace(path, '').replace(artifactId ?? '', '') ?? '';
      expect(count(bare), bare).toBeLessThanOrEqual(30);
    }
  });

  test('is known by its content, whatever it is called', async () => {
    expect(await bench.resultOf('display_image', { path: 'deep/no extension' })).toContain('300 × 200 PNG');
    expect(await metadataOf(await show('lies.txt'))).toMatchObject({ mimeType: 'image/webp' });
  });

  test('has the width and height that people see', async () => {
    expect((await show('sideways.jpg')).toolTelemetry.dimensions).toEqual({ width: 200, height: 300 });
    expect(await bench.resultOf('display_image', { path: 'wide.png' })).toContain('1,280 × 720 PNG');
  });

  test('that moves stays so, and its frames are counted', async () => {
    for (const format of ['gif', 'webp']) {
      const outcome = await show(`moving.${format}`);
      expect(outcome.result?.content).toContain(`30 × 20 ${format.toUpperCase()}, 3 frames, `);
      const metadata = await sharp(await bench.bytesOf(outcome), { animated: true }).metadata();
      expect(metadata.pages).toBe(3);
    }
  });

  test('is never recorded as text', async () => {
    await show('photo.png');
    for (const entry of await bench.recorded()) expect(entry.fullTokens).toBe(null);
  });
});

describe('what is no image', () => {
  test('is refused in words, and nothing is stored', async () => {
    for (const path of ['notes.png', 'empty.png', 'noise.bin', 'page.html', 'photo.tiff']) {
      expect(await error(path), path).toBe(
        `${path} is no image that can be shown: not PNG, JPEG, GIF, WebP, AVIF or SVG.`,
      );
    }
    expect(await error('huge.png')).toBe('huge.png cannot be shown: it has more than 40 million pixels.');
    expect(await error('heavy.png')).toBe(
      'heavy.png cannot be shown: it has 20 MB; an image may have 20 MB.',
    );
    expect(await error('missing.png')).toContain('missing.png');
    expect(await error('../photo.png')).toContain('leaves the workspace');
  });

  test('because it is cut short is refused, at whatever place', async () => {
    for (const [path, bytes] of Object.entries(files)) {
      for (const part of [0.05, 0.5, 0.95]) {
        writeFiles(bench.root, { 'cut.bin': bytes.subarray(0, Math.floor(bytes.length * part)) });
        expect(await error('cut.bin'), `${path} ${part}`).toMatch(
          /^cut\.bin (?:cannot be shown: it is damaged or cut short|is no image that can be shown: .*)\.$/,
        );
      }
    }
  });

  test('but a link is not followed', async () => {
    const png = files['photo.png'].toString('base64');
    for (const path of [
      `${elsewhere}/photo.png`,
      `data:image/png;base64,${png}`,
      'blob:http://127.0.0.1/7',
      'file:///etc/passwd',
      'HTTPS://example.com/a.png',
    ]) {
      expect(await error(path)).toMatch(/loads nothing from elsewhere/);
    }
    expect(requests).toEqual([]);
  });
});

describe('a drawing (SVG)', () => {
  const draw = async (content: string | Uint8Array) => {
    writeFiles(bench.root, { 'drawing.svg': content });
    return await show('drawing.svg');
  };

  test('is shown as a PNG of the size it asks for, sharp where it is small, bounded where it is large', async () => {
    const sizes: [string, number, number][] = [
      ['width="800" height="400"', 800, 400],
      ['viewBox="0 0 24 24"', 512, 512],
      ['width="4000" height="1000"', 2_000, 500],
    ];
    for (const [attributes, width, height] of sizes) {
      const outcome = await draw(svg('<rect width="9999" height="9999" fill="red"/>', attributes));
      expect(outcome.result?.content).toMatch(
        new RegExp(
          `drawing\\.svg, ${width.toLocaleString('en-US')} × ${height} SVG, shown as PNG, \\d+ bytes, art_`,
        ),
      );
      expect(await metadataOf(outcome)).toMatchObject({
        mimeType: 'image/png',
        dimensions: { width, height },
      });
      const { data } = await sharp(await bench.bytesOf(outcome))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect([...data.subarray(0, 3)]).toEqual([255, 0, 0]);
    }
  });

  test('with a mark and comments before it is one too', async () => {
    const head = '\ufeff<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg>\n';
    expect(await draw(head + svg('<rect/>'))).toMatchObject({ success: true });
  });

  test('runs no script, loads nothing and reads no file', async () => {
    const image = (href: string) =>
      `<image width="200" height="100" href="${href}"/><image width="200" height="100" xlink:href="${href}"/>`;
    const hostile = [
      `<script>fetch('${elsewhere}/script')</script><script href="${elsewhere}/src"/>`,
      `<foreignObject width="200" height="100"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${elsewhere}/f"/><iframe src="${elsewhere}/i"/></body></foreignObject>`,
      image(`${elsewhere}/image.png`),
      image('file:///etc/passwd'),
      image(`file://${bench.root}/photo.png`),
      image('photo.png'),
      `<use href="${elsewhere}/use.svg#a"/><style>@import url(${elsewhere}/css); rect { fill: url(${elsewhere}/fill#a) }</style>`,
      `<a href="javascript:alert(1)"><text onclick="alert(1)" onload="alert(1)"></text></a>`,
    ];
    const blank = await bench.bytesOf(await draw(svg('')));
    for (const inside of hostile) {
      const outcome = await draw(svg(inside));
      expect(outcome.success, inside).toBe(true);
      expect(await metadataOf(outcome)).toMatchObject({ mimeType: 'image/png' });
      expect(await bench.bytesOf(outcome), inside).toEqual(blank);
    }
    const entity = `<!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('<text y="50">&x;</text>')}`;
    expect(await draw(entity)).toMatchObject({ success: false });
    expect(requests).toEqual([]);
  });

  test('that unfolds without end is refused', async () => {
    const entities = [...'bcdefghij'].map((name, at) => {
      const inner = `&${'abcdefghi'[at]};`;
      return `<!ENTITY ${name} "${inner.repeat(10)}">`;
    });
    const bomb = `<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa">${entities.join('')}]>${svg('<text>&j;</text>')}`;
    expect((await draw(bomb)).result?.content).toBe(
      'drawing.svg cannot be shown: it is damaged or cut short.',
    );
    const large = await draw(svg('<rect/>', 'width="100000" height="100000"'));
    expect(large.result?.content).toContain('more than 40 million pixels');
    expect((await draw(svg('<g>'.repeat(5_000)))).success).toBe(false);
    const packed = Buffer.from(svg('<rect/>'));
    expect((await draw(Buffer.concat([Buffer.from([0x1f, 0x8b]), packed]))).success).toBe(false);
  });
});

describe('a drawing that takes hours', () => {
  changeLimits({ imageTimeoutSeconds: 2 });

  test('is stopped, and the next image is shown', async () => {
    const levels = [1, 2, 3, 4, 5].map(
      (level) => `<g id="g${level}">${`<use xlink:href="#g${level - 1}"/>`.repeat(10)}</g>`,
    );
    const leaf = '<g id="g0"><rect width="1999" height="1999" opacity=".5"/></g>';
    const slow = svg(
      `<defs>${leaf}${levels.join('')}</defs><use xlink:href="#g5"/>`,
      'width="2000" height="2000"',
    );
    writeFiles(bench.root, { 'slow.svg': slow });
    const [stuck, next] = await Promise.all([show('slow.svg'), show('photo.png')]);
    expect(stuck.result?.content).toBe(
      `slow.svg cannot be shown: it takes over ${limits.imageTimeoutSeconds} s to draw.`,
    );
    expect(next.success).toBe(true);

    const stop = new AbortController();
    const stopped = bench.call('display_image', { path: 'slow.svg' }, { context: { signal: stop.signal } });
    setTimeout(() => stop.abort(), 500);
    expect((await stopped).result?.content).toBe('Stopped before it finished.');
  });
});
