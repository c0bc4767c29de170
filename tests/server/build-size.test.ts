import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConversation } from '../support/conversations.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const build = join(import.meta.dirname, '..', '..', '.next');
const megabyte = 1_000_000;

const filesIn = (folder: string): { path: string; byteLength: number }[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, byteLength: statSync(path).size }));
/** Without the lists of files that the build itself needs, one for each route. */
const sizeOf = (folder: string): number =>
  filesIn(folder)
    .filter(({ path }) => !path.endsWith('.nft.json'))
    .reduce((sum, { byteLength }) => sum + byteLength, 0);

describe('a build', () => {
  test('is small: the server is in it once', () => {
    const size = ['server', 'standalone', 'static'].reduce((sum, name) => sum + sizeOf(join(build, name)), 0);
    expect(size).toBeGreaterThan(10 * megabyte);
    expect(size).toBeLessThan(114 * megabyte);
  });

  test('has no large chunk of the server, and nothing of lib in its chunks', () => {
    const chunks = filesIn(join(build, 'server', 'chunks')).filter(({ path }) => path.endsWith('.js'));
    expect(chunks.length).toBeGreaterThan(10);
    expect(chunks.filter(({ byteLength }) => byteLength > megabyte)).toEqual([]);
    expect(existsSync(join(build, 'standalone', 'node_modules', '@vitrine', 'lib', 'services.js'))).toBe(
      true,
    );
  });
});

describe('the scripts of a page', () => {
  let stage: SharedStage;
  beforeAll(async () => {
    stage = await openSharedStage();
  });
  afterAll(async () => await stage?.close());

  /** Compressed, without those for browsers that know no modules. */
  async function scriptBytes(path: string): Promise<number> {
    const html = await (await stage.server.request(path)).text();
    const tags = [...html.matchAll(/<script[^>]*src="([^"]+)"[^>]*>/g)].filter(
      ([tag]) => !/nomodule/i.test(tag),
    );
    const urls = new Set(tags.map(([, url = '']) => url));
    const sizes = await Promise.all(
      [...urls].map(async (url) => gzipSync(await (await stage.server.request(url)).bytes()).length),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  test('come to at most 175 KB on the first page, and 217 KB in a conversation', async () => {
    const first = await scriptBytes('/');
    expect(first).toBeGreaterThan(50_000);
    expect(first).toBeLessThanOrEqual(175_000);
    expect(await scriptBytes(`/c/${await createConversation(stage.server)}`)).toBeLessThanOrEqual(217_000);
  });
});
