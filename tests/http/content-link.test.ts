import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { contentLink, readContentLink } from '#lib/http/content-link.ts';
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
