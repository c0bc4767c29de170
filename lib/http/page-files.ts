import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { limits } from '../core/limits.ts';
import type { Services } from '../services.ts';
import { readPageFileFolder } from '../stores/page-file-folder.ts';
import type { PageFileStore } from '../stores/stores.ts';
import type { DirectCall } from './direct-routes.ts';

const path = '/_next/static/';
const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.mjs': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
/** The first page does not wait for it. */
const startDelayMs = 3_000;

/**
 * Files of pages that a server of another version sent: during an upgrade requests reach either, and a page that is open
 * may ask for a part of its version long after the last server of it.
 */
export interface PageFiles {
  /** `null`: Next answers, which has our own. */
  find(method: string | undefined, url: string): DirectCall | null;
}

/**
 * Stores the files of this build, unless a server with the same ones has, and says from time to time that they are in use.
 * @param folder the files that Next serves below that path
 */
export async function openPageFiles(
  { stores, config, log }: Pick<Services, 'stores' | 'config' | 'log'>,
  folder = join('.next', 'static'),
): Promise<PageFiles> {
  const { build, redisUrl } = config;
  const { names: own, pack } = await readPageFileFolder(folder, build);
  const isKnown = createNameCheck(stores.pageFiles);
  if (build !== null && own.size > 0) {
    const provide = async (): Promise<void> => {
      try {
        if (!(await isProvided(stores.pageFiles, build, own))) await stores.pageFiles.put(build, pack());
        setTimeout(provide, limits.pageFileRenewMs).unref();
      } catch (error) {
        log.warn({ err: error }, 'files of pages were not stored: trying again');
        setTimeout(provide, limits.reapIntervalMs).unref();
      }
    };
    // Before the first page is sent, whose scripts may be asked for elsewhere; an embedded store has no other server.
    if (redisUrl !== null) await provide();
    else void wait(startDelayMs, null, { ref: false }).then(provide);
  }
  return {
    find(method, url) {
      const name = nameOf(url);
      if (name === null || own.has(name) || own.size === 0) return null;
      if (method !== 'GET' && method !== 'HEAD') return null;
      const handle = (request: Request) => answer(stores.pageFiles, isKnown, name, request);
      return { handle, params: {}, takesBytes: false };
    },
  };
}

/** Servers that were built apart of the same sources may have files of other names. */
async function isProvided(store: PageFileStore, build: string, own: ReadonlySet<string>): Promise<boolean> {
  if (!(await store.renew(build))) return false;
  const stored = await store.names();
  return [...own].every((name) => stored.has(name) || name.startsWith(`${build}/`));
}

/** Such as `chunks/0a1b.js`; `null`: not a file of a page. */
function nameOf(url: string): string | null {
  const [name = ''] = url.startsWith(path) ? url.slice(path.length).split('?', 1) : [];
  return /^[\w.~/-]+$/.test(name) ? name : null;
}

/** Anybody may ask for anything: the store is asked for its names at most every few seconds. */
function createNameCheck(store: PageFileStore): (name: string) => Promise<boolean> {
  let names: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  let readMs = Number.NEGATIVE_INFINITY;
  return async (name) => {
    if ((await names.catch(() => null))?.has(name)) return true;
    // A server that has just been started may have stored it since the names were read.
    const waitMs = readMs + limits.pageFileNamesMs - performance.now();
    if (waitMs > 0) await wait(waitMs, null, { ref: false });
    if (performance.now() - readMs > limits.pageFileNamesMs) {
      readMs = performance.now();
      names = store.names();
      names.catch(() => {
        readMs = Number.NEGATIVE_INFINITY;
      });
    }
    return (await names).has(name);
  };
}

async function answer(
  store: PageFileStore,
  isKnown: (name: string) => Promise<boolean>,
  name: string,
  request: Request,
): Promise<Response> {
  const packed = await isKnown(name)
    .then((is) => (is ? store.read(name) : null))
    .catch(() => undefined);
  if (!packed) {
    const status = packed === null ? 404 : 503;
    return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } });
  }
  const isPacked = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  const headers = {
    'Content-Type': types[extname(name)] ?? 'application/octet-stream',
    'Cache-Control': 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(isPacked ? { 'Content-Encoding': 'gzip' } : {}),
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const bytes = isPacked ? packed : await promisify(gunzip)(packed);
  return new Response(Uint8Array.from(bytes), { headers });
}
