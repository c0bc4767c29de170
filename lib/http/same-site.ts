import type { Config } from '../config.ts';
import { isOwnHost } from '../core/algorithms/hosts.ts';
import { notFound, VitrineError } from '../core/errors.ts';
import { isAppFramePath, isContentPath } from './content-path.ts';
import { isScraper } from './metrics.ts';

/**
 * Rejects a foreign `Host`, so that a page whose domain was pointed at this machine (DNS rebinding) gets
 * nothing.
 */
export function checkHost(request: Request, config: Pick<Config, 'baseUrl' | 'contentUrl' | 'signIn'>): void {
  const host = request.headers.get('host');
  const { pathname } = new URL(request.url);
  const isContentHost = config.contentUrl !== null && host === new URL(config.contentUrl).host;
  // In local mode the two names of this machine are two origins, each of which serves the frames of the other's pages.
  const isFrameHere = isAppFramePath(pathname) && config.contentUrl === null && config.signIn === null;
  // The content origin serves nothing else, and no other origin serves content.
  if (isContentHost !== isContentPath(pathname) && !isFrameHere) throw notFound();
  if (!isContentHost && !isOwnHost(host, config.baseUrl)) {
    throw new VitrineError('wrong_host', 'This server does not answer under this host name');
  }
}

/**
 * A write must come from our own page. A request with a valid token of ours was not forged by another site: a
 * page elsewhere can make a browser send an `Authorization` header, but does not know the token.
 */
export function checkOrigin(
  request: Request,
  { baseUrl, metricsToken }: Pick<Config, 'baseUrl' | 'metricsToken'>,
): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  if (isScraper(request, { metricsToken })) return;
  const host = request.headers.get('host');
  const scheme = baseUrl !== null && new URL(baseUrl).host === host ? new URL(baseUrl).protocol : 'http:';
  if (request.headers.get('origin') !== `${scheme}//${host}`) {
    throw new VitrineError('forbidden_origin', 'Changes must come from this site');
  }
}
