import { expect, test } from 'vitest';
import { answerHeaders, pageHeaders } from '#lib/http/page-headers.ts';

const page = {
  path: '/',
  nonce: 'bm9uY2U=',
  isDevelopment: false,
  baseUrl: null,
  contentUrl: null,
  localHost: null,
};

test('a page loads only this site’s resources, and runs only scripts with its nonce', () => {
  const policy = pageHeaders(page)['Content-Security-Policy'] ?? '';
  const directives = new Map(
    policy.split('; ').map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  );
  expect(Object.fromEntries(directives)).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self' 'nonce-bm9uY2U=' 'strict-dynamic'",
    'connect-src': "'self'",
    'worker-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  });
  expect(directives.get('img-src')).not.toContain('http');
});

test('a page has all security headers, and HSTS if it is reached by https', () => {
  const { 'Content-Security-Policy': _policy, ...rest } = pageHeaders(page);
  const set = {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Referrer-Policy': 'same-origin',
  };
  expect(rest).toEqual(set);
  expect(pageHeaders({ ...page, baseUrl: 'http://localhost:3000' })).not.toHaveProperty(
    'Strict-Transport-Security',
  );
  expect(pageHeaders({ ...page, baseUrl: 'https://vitrine.example' })).toMatchObject({
    'Strict-Transport-Security': 'max-age=31536000',
  });
});

test('images and the frames of apps may also come from the content origin if there is one, and nothing else may', () => {
  const [own, other] = [null, 'https://content.example'].map((contentUrl) =>
    (pageHeaders({ ...page, contentUrl })['Content-Security-Policy'] ?? '').split('; '),
  );
  expect(other?.filter((part) => !own?.includes(part)).map((part) => part.split(' ')[0])).toEqual([
    'img-src',
    'frame-src',
  ]);
  expect(other).toContain("img-src 'self' blob: data: https://content.example");
});

test('without one, the frames of apps come from the other name of this machine', () => {
  const framesOf = (host: string | null, contentUrl: string | null = null) =>
    / frame-src ([^;]*);/.exec(
      pageHeaders({ ...page, localHost: host, contentUrl })['Content-Security-Policy'] ?? '',
    )?.[1];
  const media = framesOf(null);
  expect(framesOf('localhost:3000')).toBe(`${media} http://127.0.0.1:3000`);
  expect(framesOf('127.0.0.1:3000')).toBe(`${media} http://localhost:3000`);
  expect(framesOf('vitrine.example')).toBe(media);
  expect(framesOf('localhost:3000', 'https://content.example')).toBe(`${media} https://content.example`);
});

test.each(['/s/token', '/join/token'])(
  '%s sends no referrer and is not indexed by search engines',
  (path) => {
    expect(pageHeaders({ ...page, path })).toMatchObject({
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    });
  },
);

test('an API response disables content sniffing and cannot be used by another site', () => {
  expect(answerHeaders(null)).toEqual({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  });
  expect(answerHeaders('https://vitrine.example')).toHaveProperty('Strict-Transport-Security');
});
