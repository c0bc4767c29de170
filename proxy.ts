import { type NextRequest, NextResponse } from 'next/server';
import { isOwnHost } from './lib/core/hosts.ts';
import { pageHeaders } from './lib/http/page-headers.ts';

/** Checked by the config before Next starts; there is no service here to ask. */
const baseUrl = process.env.VITRINE_BASE_URL || null;

/** Pages run under a content policy with a nonce of their own, which Next reads from the request. */
export function proxy(request: NextRequest): NextResponse {
  // A page elsewhere whose name was pointed at this machine gets nothing.
  if (!isOwnHost(request.headers.get('host'), baseUrl))
    return new NextResponse('Wrong host', { status: 421 });
  const nonce = btoa(crypto.randomUUID());
  const isDevelopment = process.env.NODE_ENV === 'development';
  const told = pageHeaders({ path: request.nextUrl.pathname, nonce, isDevelopment, baseUrl });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('Content-Security-Policy', told['Content-Security-Policy'] ?? '');
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(told)) response.headers.set(name, value);
  return response;
}

/** API routes answer for themselves, and built files need no policy. */
export const config = { matcher: ['/((?!api/|_next/static|icon.svg).*)'] };
