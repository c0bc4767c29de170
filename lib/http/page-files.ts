import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { limits } from '../core/limits.ts';
import type { Services } from '../services.ts';
import { readPageFileFolder } from '../stores/page-file-folder.ts';
import type { DirectCall } from './direct-routes.ts';

/** Their names contain a hash of their content. */
const path = '/_next/static/chunks/';
const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};

/**
 * Scripts and styles of pages that a server of another version sent: during an upgrade requests reach either, and a page
 * that is open may ask for a part of its version long after the last server of it.
 */
export interface PageFiles {
  /** `null`: it is one of our own, which Next serves, or none. */
  find(method: string | undefined, url: string): DirectCall | null;
}

/**
 * Stores the files of this build, unless a server with the same one has, and says from time to time that they are in use.
 * @param folder the files that Next serves below that path
 */
export async function openPageFiles(
  { stores, config, log }: Pick<Services, 'stores' | 'config' | 'log'>,
  folder = join('.next', 'static', 'chunks'),
): Promise<PageFiles> {
  const own = await readPageFileFolder(folder);
  const { build } = config;
  if (build !== null) {
    const provide = async (): Promise<void> => {
      try {
        if (!(await stores.pageFiles.renew(build))) await stores.pageFiles.put(build, await own.pack());
        setTimeout(provide, limits.pageFileRenewMs).unref();
      } catch (error) {
        log.warn({ err: error }, 'scripts of pages were not stored: trying again');
        setTimeout(provide, limits.reapIntervalMs).unref();
      }
    };
    const providing = provide();
    // Before the first page is sent, whose scripts may be asked for elsewhere; an embedded store has no other server.
    if (config.redisUrl !== null) await providing;
  }
  return {
    find(method, url) {
      const name = nameOf(url);
      if (name === null || own.names.has(name) || (method !== 'GET' && method !== 'HEAD')) return null;
      const handle = (request: Request) => answer(stores.pageFiles, name, request);
      return { handle, params: {}, takesBytes: false };
    },
  };
}

/** Such as `0a1b.js`; `null`: nothing that is stored. */
function nameOf(url: string): string | null {
  const [name = ''] = url.startsWith(path) ? url.slice(path.length).split('?', 1) : [];
  return /^[\w.~-]+$/.test(name) ? name : null;
}

async function answer(
  pageFiles: Services['stores']['pageFiles'],
  name: string,
  request: Request,
): Promise<Response> {
  const packed = await pageFiles.read(name).catch(() => undefined);
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
