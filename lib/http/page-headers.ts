import { otherLoopbackHost } from '../core/algorithms/hosts.ts';
import { mediaFrameOrigins } from '../core/vocabulary/media.ts';

interface Page {
  path: string;
  /** Unique to this response; its scripts carry it. */
  nonce: string;
  isDevelopment: boolean;
  /** Public origin of this server; `null`: it is reached on this machine. */
  baseUrl: string | null;
  /** Origin of images, files and apps; `null`: this site. */
  contentUrl: string | null;
  /** As the request names this machine in local mode; `null`: people sign in here. */
  localHost: string | null;
}

/**
 * The headers of every page. A page loads everything from this site, except the media players that a person
 * starts and the frames of apps: a displayed result cannot send requests anywhere.
 */
export function pageHeaders(page: Page): Record<string, string> {
  const { path, nonce, isDevelopment, baseUrl, contentUrl, localHost } = page;
  const content = contentUrl === null ? [] : [contentUrl];
  const otherHost = otherLoopbackHost(localHost);
  const apps = contentUrl === null && otherHost !== null ? [`http://${otherHost}`] : content;
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
      "style-src 'self' 'unsafe-inline'",
      ["img-src 'self' blob: data:", ...content].join(' '),
      "connect-src 'self'",
      "worker-src 'self'",
      ['frame-src', ...Object.values(mediaFrameOrigins), ...apps].join(' '),
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Referrer-Policy': isSecretPath(path) ? 'no-referrer' : 'same-origin',
    ...(isSecretPath(path) ? { 'X-Robots-Tag': 'noindex' } : {}),
    ...transportHeaders(baseUrl),
  };
}

/**
 * The default headers of every other response. Caches must not store any; the only exception is an artifact's
 * bytes, which a browser revalidates by their hash each time (`lib/http/byte-response.ts`).
 */
export const answerHeaders = (baseUrl: string | null): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...transportHeaders(baseUrl),
});

/** After one visit by https, browsers use only https for a year. Subdomains are not ours to decide on. */
const transportHeaders = (baseUrl: string | null): Record<string, string> =>
  baseUrl !== null && new URL(baseUrl).protocol === 'https:'
    ? { 'Strict-Transport-Security': 'max-age=31536000' }
    : {};

/** Paths that are credentials themselves: they must not leak in a `Referer`. */
const isSecretPath = (path: string): boolean => path.startsWith('/s/') || path.startsWith('/join/');
