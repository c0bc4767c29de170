import { type NextRequest, NextResponse } from 'next/server';
import { isOwnHost } from './lib/core/hosts.ts';
import { mediaFrameOrigins } from './lib/core/media.ts';

/**
 * Pages run under a content policy with a nonce of their own. Everything they load is this site's, but for the players of
 * media that a person starts: a result shown on a page cannot call anywhere.
 */
export function proxy(request: NextRequest): NextResponse {
  // A page elsewhere whose name was pointed at this machine gets nothing.
  if (!isOwnHost(request.headers.get('host'), null)) return new NextResponse('Wrong host', { status: 421 });
  const nonce = btoa(crypto.randomUUID());
  const isDevelopment = process.env.NODE_ENV === 'development';
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    `frame-src ${Object.values(mediaFrameOrigins).join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  response.headers.set('X-Content-Type-Options', 'nosniff');
  response.headers.set(
    'Referrer-Policy',
    request.nextUrl.pathname.startsWith('/s/') ? 'no-referrer' : 'same-origin',
  );
  if (request.nextUrl.pathname.startsWith('/s/')) response.headers.set('X-Robots-Tag', 'noindex');
  return response;
}

/** API routes answer for themselves, and built files need no policy. */
export const config = { matcher: ['/((?!api/|_next/static|icon.svg).*)'] };
