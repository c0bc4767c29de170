import { createServer, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { Media, MediaProvider } from '#lib/core/vocabulary/media.ts';
import { createMediaTitleReader } from '#lib/tools/media-title.ts';
import { changeLimits } from '../support/change-limits.ts';

let answer: (response: ServerResponse) => void = () => {};
const paths: string[] = [];
const server = createServer((request, response) => {
  paths.push(request.url ?? '');
  answer(response);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const local = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const asked: string[] = [];
const read = createMediaTitleReader({
  isOn: true,
  fetch: (url, init) => {
    const { origin, pathname, search } = new URL(String(url));
    asked.push(origin);
    return fetch(local + pathname + search, init);
  },
});

const media = (provider: MediaProvider = 'youtube'): Media => ({
  provider,
  id: 'x',
  kind: 'video',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90s',
});

const json = (body: unknown, type = 'application/json; charset=utf-8', status = 200) => {
  answer = (response) => {
    response.writeHead(status, { 'Content-Type': type });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
};

describe('the title of a medium', () => {
  test('is asked of its own provider, and reported as plain text', async () => {
    json({ title: 'A talk', author_name: 'Ada', html: '<iframe src="https://evil.example">' });
    for (const provider of ['youtube', 'vimeo', 'soundcloud', 'spotify'] as const) {
      expect(await read(media(provider))).toEqual({ title: 'A talk', author: 'Ada' });
    }
    expect(asked).toEqual([
      'https://www.youtube.com',
      'https://vimeo.com',
      'https://soundcloud.com',
      'https://open.spotify.com',
    ]);
    for (const path of paths) {
      expect(new URLSearchParams(path.slice(path.indexOf('?'))).get('url')).toBe(media().url);
    }
    json({ title: 'A song' });
    expect(await read(media('spotify'))).toEqual({ title: 'A song', author: null });
  });

  test('is one line without hidden characters, and not long', async () => {
    const hidden = '\u0000\u001b[31m\u202e\u200b\u2066\ufeff\u061c\u{e0041}\u{e0100}\ufe0f\ud800\ue000';
    json({ title: ` a${hidden}\r\n\t\u2028 b `, author_name: '\u200b' });
    expect(await read(media())).toEqual({ title: 'a[31m\ufffd b', author: null });
    json({ title: '<script>alert(1)</script>', author_name: '😀'.repeat(500) });
    expect(await read(media())).toEqual({
      title: '<script>alert(1)</script>',
      author: '😀'.repeat(limits.mediaTitleCharacters),
    });
  });

  test('is not there where the answer is anything odd', async () => {
    const good = { title: 'A talk' };
    json(good, 'text/html');
    expect(await read(media())).toBe(null);
    json(good, 'application/jsonp');
    expect(await read(media())).toBe(null);
    for (const status of [201, 401, 403, 404, 500]) {
      json(good, 'application/json', status);
      expect(await read(media()), String(status)).toBe(null);
    }
    for (const body of [
      '',
      '{',
      'null',
      '[]',
      '"x"',
      '{}',
      '{"title":7}',
      '{"title":""}',
      '{"title":"\u200b"}',
    ]) {
      json(body);
      expect(await read(media()), body).toBe(null);
    }
  });

  test('is not looked for elsewhere', async () => {
    let occurrences = 0;
    answer = (response) => {
      occurrences += 1;
      const headers = { 'Content-Type': 'application/json', Location: `${local}/latest/meta-data` };
      response.writeHead(occurrences === 1 ? 302 : 200, headers);
      response.end('{"title":"stolen"}');
    };
    expect(await read(media())).toBe(null);
    expect(occurrences).toBe(1);
  });

  test('is not read from 10 MB, packed or not', async () => {
    const large = JSON.stringify({ title: 'A talk', html: 'x'.repeat(10 * 1024 * 1024) });
    json(large);
    expect(await read(media())).toBe(null);
    answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
      response.end(gzipSync(large));
    };
    expect(await read(media())).toBe(null);
  });

  describe('that does not come', () => {
    changeLimits({ mediaTitleMs: 200 });

    test('is not waited for', async () => {
      answer = (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.write('{"title":');
      };
      expect(await read(media())).toBe(null);
    });
  });

  test('is not there where nobody can be reached, and not asked for where that is off', async () => {
    const offline = createMediaTitleReader({
      isOn: true,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    expect(await offline(media())).toBe(null);
    const off = createMediaTitleReader({
      isOn: false,
      fetch: () => {
        throw new Error('asked');
      },
    });
    expect(await off(media())).toBe(null);
  });
});
