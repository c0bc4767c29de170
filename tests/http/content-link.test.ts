import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { appFrameLink, contentLink, readContentLink } from '#lib/http/content-link.ts';
import type { Services } from '#lib/services.ts';

const member = { id: 'mem_a', name: 'Ada', role: 'member' as const };
const [id, other] = ['art_a', 'art_b'];

/** An installation with its own clock; its processes share `secret`. */
function installation(secret: string, contentUrl: string | null = 'https://content.example') {
  let nowMs = 1_000_000;
  const needs = {
    stores: { secrets: { get: async () => secret } },
    config: { contentUrl },
    nowMs: () => nowMs,
  } as unknown as Pick<Services, 'stores' | 'config' | 'nowMs'>;
  return {
    link: async (dest: string | null, isFile = false) => {
      const headers = new Headers(dest === null ? {} : { 'Sec-Fetch-Dest': dest });
      return await contentLink(needs, { headers }, { id, member, isFile });
    },
    read: (link: string | null, of = id) => readContentLink(needs, of, new URL(link ?? '').searchParams),
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

test('content that a page embeds is redirected to the content origin, content that its script reads is not', async () => {
  const here = installation('s');
  for (const dest of ['image', 'document', 'iframe', 'object', 'video'])
    expect(await here.link(dest)).toMatch(/^https:\/\/content\.example\/api\/content\/art_a\?/);
  for (const dest of ['empty', null]) {
    expect(await here.link(dest)).toBeNull();
    expect(await here.link(dest, true)).toMatch(/&as=file&/);
  }
  expect(await installation('s', null).link('image', true)).toBeNull();
});

test('a content link is accepted by every process until it expires', async () => {
  const here = installation('s');
  const link = await here.link('image');
  expect(await here.read(link)).toMatchObject({ for: 'mem_a', as: 'shown' });
  expect(await installation('s').read(link)).not.toBeNull();
  here.pass(limits.contentLinkSeconds * 1000 - 1);
  expect(await here.read(link)).not.toBeNull();
  here.pass(1);
  expect(await here.read(link)).toBeNull();
});

test('a content link is valid for one artifact and one installation', async () => {
  const link = await installation('s').link('image');
  expect(await installation('s').read(link, other)).toBeNull();
  expect(await installation('t').read(link)).toBeNull();
});

test.each([
  ['local mode', null, null, '127.0.0.1:3000', 'http://localhost:3000'],
  ['local mode', null, null, 'localhost:3000', 'http://127.0.0.1:3000'],
  ['local mode under a name that no policy can say', null, null, '[::1]:3000', null],
  [
    'local mode with a content origin',
    'https://content.example',
    null,
    'localhost:3000',
    'https://content.example',
  ],
  ['a team', 'https://content.example', { oidc: null }, 'vitrine.example', 'https://content.example'],
  ['a team without one', null, { oidc: null }, 'vitrine.example', null],
  ['a team without one, on this machine', null, { oidc: null }, 'localhost:3000', null],
])(
  'the frame of an app in %s (%s) is on another origin: %s',
  async (_what, contentUrl, signIn, host, origin) => {
    const needs = {
      stores: { secrets: { get: async () => 's' } },
      config: { contentUrl, signIn },
      nowMs: () => 0,
    } as unknown as Pick<Services, 'stores' | 'config' | 'nowMs'>;
    const link = await appFrameLink(needs, { headers: new Headers({ Host: host }) }, { id, member });
    expect(link && new URL(link).origin).toBe(origin);
    if (link) expect(new URL(link).pathname).toBe(`/api/content/${id}/app`);
  },
);
