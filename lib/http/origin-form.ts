import type { IncomingMessage } from 'node:http';

/**
 * Converts a request in absolute form (`GET http://host/path`) to the usual origin form. By RFC 9112, 3.2.2,
 * its host replaces the `Host` header, so whoever checks that header checks the host that was requested.
 * `false`: it names no path here.
 */
export function toOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  const { url = '' } = request;
  if (url.startsWith('/')) return true;
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (parsed === null || parsed.username !== '' || parsed.password !== '') return false;
  request.headers.host = parsed.host;
  request.url = `${parsed.pathname}${parsed.search}`;
  return true;
}
