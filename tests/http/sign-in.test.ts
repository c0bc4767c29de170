import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { leaveForProvider, ownPath, returnFromProvider } from '#lib/http/sign-in.ts';
import type { IdentityProvider } from '#lib/team/identity-provider.ts';
import { newToken } from '#lib/team/token-hash.ts';
import { teamBench } from '../support/team-bench.ts';

describe('the page after sign-in', () => {
  test.each(['/', '/c/conv_a?x=1#L3', '/shares', '/s/a-b_c', '/%2F%2Fevil.example', `/${'x'.repeat(1_999)}`])(
    'is %j if requested',
    (path) => {
      expect(ownPath(path)).toBe(path);
    },
  );

  test.each([
    null,
    '',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil',
    ' /c',
    '/ //evil.example',
    '/\n/evil.example',
    '/\t/evil.example',
    '/a\r\nSet-Cookie: x=1',
    `/${'x'.repeat(2_000)}`,
  ])('is the start page if %j was requested', (path) => {
    expect(ownPath(path)).toBe('/');
  });
});

describe('a pending sign-in', () => {
  const bench = teamBench();
  const identity = { memberId: 'mem_a', name: 'Ada', email: null, isAdmin: null, groups: [] };
  /** The provider accepts everything: what is rejected here is rejected by this server. */
  const identityProvider: IdentityProvider = {
    begin: async () => {
      const state = newToken();
      return {
        url: new URL(`https://id.example/?state=${state}`),
        pending: { codeVerifier: 'verifier', nonce: 'nonce', state },
      };
    },
    finish: async () => identity,
    verifyAccessToken: async () => ({ memberId: identity.memberId, clientId: 'cli', scopes: [] }),
  };
  const needs = () => ({
    ...bench(),
    identityProvider,
    config: { baseUrl: 'https://chat.example' } as Parameters<typeof leaveForProvider>[0]['config'],
  });
  const leave = async (next: string | null = '/shares') => {
    const { url, cookie } = await leaveForProvider(needs(), next);
    return {
      search: new URLSearchParams(`${url.searchParams}&code=c`),
      cookie: cookie.split(';', 1)[0] ?? '',
    };
  };
  const over = { code: 'invalid_request' };

  test('returns to where it started, in the browser that started it', async () => {
    const { search, cookie } = await leave();
    expect(await returnFromProvider(needs(), search, `a=1; ${cookie}`)).toEqual({
      identity,
      next: '/shares',
    });
    const elsewhere = await leave('//evil.example');
    expect(await returnFromProvider(needs(), elsewhere.search, elsewhere.cookie)).toMatchObject({
      next: '/',
    });
  });

  test('can be completed once', async () => {
    const { search, cookie } = await leave();
    const ends = await Promise.allSettled(
      Array.from({ length: 10 }, () => returnFromProvider(needs(), search, cookie)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(returnFromProvider(needs(), search, cookie)).rejects.toMatchObject(over);
  });

  test('cannot be completed in another browser, and ends when that is tried', async () => {
    const [mine, theirs] = [await leave(), await leave()];
    await expect(returnFromProvider(needs(), mine.search, theirs.cookie)).rejects.toMatchObject(over);
    await expect(returnFromProvider(needs(), mine.search, mine.cookie)).rejects.toMatchObject(over);
    await expect(returnFromProvider(needs(), theirs.search, null)).rejects.toMatchObject(over);
  });

  test('expires after ten minutes', async () => {
    const { search, cookie } = await leave();
    bench().pass(limits.signInSeconds + 1);
    await expect(returnFromProvider(needs(), search, cookie)).rejects.toMatchObject(over);
  });

  test('is rejected with an invented state', async () => {
    const { cookie } = await leave();
    for (const search of ['', 'state=', `state=${newToken()}`, 'state=%00', `state=${'x'.repeat(100_000)}`])
      await expect(returnFromProvider(needs(), new URLSearchParams(search), cookie)).rejects.toMatchObject(
        over,
      );
  });

  test('is identified by a cookie that expires with it', async () => {
    const { cookie } = await leaveForProvider(needs(), null);
    expect(cookie).toMatch(
      /^vt_leaving=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});
