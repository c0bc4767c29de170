import { describe, expect, test } from 'vitest';
import { limits } from '../../lib/core/limits.ts';
import { leaveForProvider, ownPath, returnFromProvider } from '../../lib/http/sign-in.ts';
import type { IdentityProvider } from '../../lib/team/identity-provider.ts';
import { newToken } from '../../lib/team/token-hash.ts';
import { teamBench } from '../support/team-bench.ts';

describe('where a sign-in leads', () => {
  test.each(['/', '/c/conv_a?x=1#L3', '/shares', '/s/a-b_c', '/%2F%2Fevil.example', `/${'x'.repeat(1_999)}`])(
    'is %j as it was asked',
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
  ])('is the start where %j was asked', (path) => {
    expect(ownPath(path)).toBe('/');
  });
});

describe('a sign-in under way', () => {
  const bench = teamBench();
  const identity = { memberId: 'mem_a', name: 'Ada', email: null, isAdmin: null };
  /** The provider says yes to whatever comes: what is refused here, this server refuses. */
  const identityProvider: IdentityProvider = {
    begin: async () => {
      const state = newToken();
      return {
        url: new URL(`https://id.example/?state=${state}`),
        pending: { codeVerifier: 'verifier', nonce: 'nonce', state },
      };
    },
    finish: async () => identity,
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

  test('ends where it began, in the browser that began it', async () => {
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

  test('is good once', async () => {
    const { search, cookie } = await leave();
    const ends = await Promise.allSettled(
      Array.from({ length: 10 }, () => returnFromProvider(needs(), search, cookie)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(returnFromProvider(needs(), search, cookie)).rejects.toMatchObject(over);
  });

  test('is nothing to another browser, and over after that', async () => {
    const [mine, theirs] = [await leave(), await leave()];
    await expect(returnFromProvider(needs(), mine.search, theirs.cookie)).rejects.toMatchObject(over);
    await expect(returnFromProvider(needs(), mine.search, mine.cookie)).rejects.toMatchObject(over);
    await expect(returnFromProvider(needs(), theirs.search, null)).rejects.toMatchObject(over);
  });

  test('is over after ten minutes', async () => {
    const { search, cookie } = await leave();
    bench().pass(limits.signInSeconds + 1);
    await expect(returnFromProvider(needs(), search, cookie)).rejects.toMatchObject(over);
  });

  test('is not one with a state that is made up', async () => {
    const { cookie } = await leave();
    for (const search of ['', 'state=', `state=${newToken()}`, 'state=%00', `state=${'x'.repeat(100_000)}`])
      await expect(returnFromProvider(needs(), new URLSearchParams(search), cookie)).rejects.toMatchObject(
        over,
      );
  });

  test('is known by a cookie that is over with it', async () => {
    const { cookie } = await leaveForProvider(needs(), null);
    expect(cookie).toMatch(
      /^vt_leaving=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
  });
});
