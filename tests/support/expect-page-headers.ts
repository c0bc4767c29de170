import type { Response } from 'playwright-core';
import { expect } from 'vitest';
import { mediaFrameOrigins } from '#lib/core/vocabulary/media.ts';

/** Of the policy a page came with. */
export const nonceOf = (response: Response | null): string =>
  /'nonce-([^']+)'/.exec(response?.headers()['content-security-policy'] ?? '')?.[1] ?? '';

/** SECURITY 4.6 and 4.7: the header set of a page, whatever its status. */
export async function expectPageHeaders(response: Response | null): Promise<void> {
  const headers = response?.headers() ?? {};
  const path = new URL(response?.url() ?? '').pathname;
  const isSecret = /^\/(s|join)\//.test(path);
  const policy = headers['content-security-policy']?.split('; ') ?? [];
  expect(policy, path).toEqual([
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonceOf(response)}' 'strict-dynamic'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "worker-src 'self'",
    `frame-src ${Object.values(mediaFrameOrigins).join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
  expect(headers, path).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': isSecret ? 'no-referrer' : 'same-origin',
  });
  expect(headers['cache-control'], path).toContain('no-store');
  expect(headers['x-robots-tag'], path).toBe(isSecret ? 'noindex' : undefined);
  const scripts = (await response?.text())?.match(/<script\b[^>]*>/g) ?? [];
  expect(scripts.length, path).toBeGreaterThan(3);
  expect(scripts.filter((script) => !script.includes(`nonce="${nonceOf(response)}"`))).toEqual([]);
}
