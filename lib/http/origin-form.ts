import type { IncomingMessage } from 'node:http';

/**
 * Gives a request in absolute form (`GET http://host/path`) the form that all others have. By RFC 9112, 3.2.2, the host in it
 * goes before the `Host` header, so whoever checks that header checks what was asked for. `false`: it names no path here.
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
