import { describe, expect, test } from 'vitest';
import { endedSessionCookie, readSessionToken, sessionCookie } from '../../lib/http/session-cookie.ts';
import { newToken } from '../../lib/team/token-hash.ts';

const plain = { baseUrl: 'http://127.0.0.1:3000' };
const secure = { baseUrl: 'https://chat.example' };
const token = newToken();

describe('a session’s cookie', () => {
  test('is the server’s alone, of this host, and not sent by foreign forms', () => {
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

  test('is read among others, wherever it stands', () => {
    for (const cookies of [
      `vt_s=${token}`,
      `a=1; vt_s=${token}; b=2`,
      `vt_theme=dark;vt_s=${token}`,
      `xvt_s=${'x'.repeat(43)}; vt_s=${token}`,
    ])
      expect(readSessionToken(cookies, plain), cookies).toBe(token);
    expect(readSessionToken(`__Host-vt_s=${token}`, secure)).toBe(token);
  });

  test('is none where there are two of it, the same or not', () => {
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
  ])('is none where it is garbage: %j', (cookies) => {
    expect(readSessionToken(cookies, plain)).toBeNull();
  });

  test('is none under another name: without https there is no host-bound one, with it no other', () => {
    expect(readSessionToken(`__Host-vt_s=${token}`, plain)).toBeNull();
    expect(readSessionToken(`vt_s=${token}`, secure)).toBeNull();
    expect(readSessionToken(`VT_S=${token}`, plain)).toBeNull();
    expect(readSessionToken(`vt_s =${token}`, plain)).toBeNull();
  });
});
