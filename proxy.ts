import { isOwnHost } from '@vitrine/lib/core/algorithms/hosts.ts';
import { pageHeaders } from '@vitrine/lib/http/page-headers.ts';
import { type NextRequest, NextResponse } from 'next/server';

/** Checked by the config before Next starts; there is no service here to ask. */
const baseUrl = process.env.VITRINE_BASE_URL || null;
const contentUrl = process.env.VITRINE_CONTENT_URL ? new URL(process.env.VITRINE_CONTENT_URL).origin : null;

/** Where people sign in, there is no other origin but the one that is configured. */
const isTeam = Boolean(process.env.OIDC_ISSUER || process.env.VITRINE_SIGN_IN);

/** Pages run under a content policy with a nonce of their own, which Next reads from the request. */
export function proxy(request: NextRequest): NextResponse {
  // A page elsewhere whose name was pointed at this machine gets nothing.
  if (!isOwnHost(request.headers.get('host'), baseUrl))
    return new NextResponse('Wrong host', { status: 421, headers: { 'Cache-Control': 'no-store' } });
  // A page is looked at; whatever is done goes through the API.
  if (!/^(GET|HEAD)$/.test(request.method))
    return new NextResponse(null, {
      status: 405,
      headers: { Allow: 'GET, HEAD', 'Cache-Control': 'no-store' },
    });
  const nonce = btoa(crypto.randomUUID());
  const isDevelopment = process.env.NODE_ENV === 'development';
  const path = request.nextUrl.pathname;
  const result = pageHeaders({
    path,
    nonce,
    isDevelopment,
    baseUrl,
    contentUrl,
    localHost: isTeam ? null : request.headers.get('host'),
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('Content-Security-Policy', result['Content-Security-Policy'] ?? '');
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(result)) response.headers.set(name, value);
  return response;
}

/** API routes, their description and the MCP server answer for themselves, and built files need no policy. */
export const config = {
  matcher: [
    '/((?!api/|mcp$|mcp/gateway|openapi\\.json$|events\\.schema\\.json$|\\.well-known/|_next/static/|sw\\.js$|manifest\\.webmanifest$|(?:icon\\d?|apple-icon)\\.(?:svg|png)$).*)',
  ],
};
