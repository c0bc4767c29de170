import { describe, expect, test } from 'vitest';
import { endedSessionCookie, readSessionToken, sessionCookie } from '#lib/http/session-cookie.ts';
import { newToken } from '#lib/team/token-hash.ts';

const plain = { baseUrl: 'http://127.0.0.1:3000' };
const secure = { baseUrl: 'https://chat.example' };
const token = newToken();

describe('a session cookie', () => {
  test('is HttpOnly, bound to this host, and not sent with cross-site forms', () => {
    expect(sessionCookie(token, secure)).toBe(
      `__Host-vt_s=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(sessionCookie(token, plain)).toBe(
      `vt_s=${token}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
    );
    expect(endedSessionCookie(secure)).toBe(
      '__Host-vt_s=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
    );
  });

  test('is found among other cookies, at any position', () => {
    for (const cookies of [
      `vt_s=${token}`,
      `a=1; vt_s=${token}; b=2`,
      `vt_theme=dark;vt_s=${token}`,
      `xvt_s=${'x'.repeat(43)}; vt_s=${token}`,
    ])
      expect(readSessionToken(cookies, plain), cookies).toBe(token);
    expect(readSessionToken(`__Host-vt_s=${token}`, secure)).toBe(token);
  });

  test('is rejected if it appears twice, equal or not', () => {
    expect(readSessionToken(`vt_s=${token}; vt_s=${newToken()}`, plain)).toBeNull();
    expect(readSessionToken(`vt_s=${token}; vt_s=${token}`, plain)).toBeNull();
    expect(readSessionToken(`vt_s=; vt_s=${token}`, plain)).toBeNull();
    expect(readSessionToken(`__Host-vt_s=${token}; __Host-vt_s=x`, secure)).toBeNull();
  });

  test.each([
    null,
    '',
    ';',
    '=',
    'vt_s',
    'vt_s=',
    'vt_s=null',
    `vt_s=${token}x`,
    `vt_s=${token.slice(1)}`,
    `vt_s="${token}"`,
    `vt_s=${token.slice(1)}%41`,
    `vt_s=${token.slice(1)}\n`,
    `vt_s=${'../'.repeat(14)}x`,
    `vt_s=${'x'.repeat(8_192)}`,
    `vt_s=${'é'.repeat(43)}`,
  ])('is rejected if it is malformed: %j', (cookies) => {
    expect(readSessionToken(cookies, plain)).toBeNull();
  });

  test('is rejected under another name: the host prefix is required with https and absent without', () => {
    expect(readSessionToken(`__Host-vt_s=${token}`, plain)).toBeNull();
    expect(readSessionToken(`vt_s=${token}`, secure)).toBeNull();
    expect(readSessionToken(`VT_S=${token}`, plain)).toBeNull();
    expect(readSessionToken(`vt_s =${token}`, plain)).toBeNull();
  });
});
