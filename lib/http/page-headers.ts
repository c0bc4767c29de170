import { mediaFrameOrigins } from '../core/media.ts';

interface Page {
  path: string;
  /** Of this answer alone: its scripts carry it. */
  nonce: string;
  isDevelopment: boolean;
  /** Where people reach this server; `null`: on this machine. */
  baseUrl: string | null;
  /** Where images and files come from; `null`: from this site. */
  contentUrl: string | null;
}

/**
 * What every page is sent with. Everything it loads is this site's, but for the players of media that a person starts: a
 * result shown on a page cannot call anywhere.
 */
export function pageHeaders(page: Page): Record<string, string> {
  const { path, nonce, isDevelopment, baseUrl, contentUrl } = page;
  const content = contentUrl === null ? [] : [contentUrl];
  return {
    'Content-Security-Policy': [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
      "style-src 'self' 'unsafe-inline'",
      ["img-src 'self' blob: data:", ...content].join(' '),
      "connect-src 'self'",
      ['frame-src', ...Object.values(mediaFrameOrigins)].join(' '),
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
 * What every other answer is sent with, unless it says otherwise itself. No cache stores one; the only answer that lets it is an
 * artifact's bytes, which a browser checks by their hash each time (`lib/http/byte-response.ts`).
 */
export const answerHeaders = (baseUrl: string | null): Record<string, string> => ({
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  ...transportHeaders(baseUrl),
});

/** A browser that came by https once comes by nothing else for a year. Other names of the domain are not ours to decide on. */
const transportHeaders = (baseUrl: string | null): Record<string, string> =>
  baseUrl !== null && new URL(baseUrl).protocol === 'https:'
    ? { 'Strict-Transport-Security': 'max-age=31536000' }
    : {};

/** The address itself lets somebody in, or shows something: it is told to nobody. */
const isSecretPath = (path: string): boolean => path.startsWith('/s/') || path.startsWith('/join/');
