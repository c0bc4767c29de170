import { describe, expect, test } from 'vitest';
import { newToken } from '#lib/team/token-hash.ts';
import { freePort } from '../support/free-port.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { openPlainBrowser, type PlainBrowser } from '../support/plain-browser.ts';
import { isCallback, signInStage } from '../support/sign-in-stage.ts';
import { startVitrine } from '../support/vitrine-server.ts';

describe('with a provider, on Redis', () => {
  const { url, issueAccessToken, signInUrl, seat, signIn, call, members, isIn, withoutProvider } =
    signInStage('Redis');

  test('people come in as whom the provider says they are, and admins by their group', async () => {
    const [alice, bob] = [await signIn('alice'), await signIn('bob')];
    expect(await members(alice)).toMatchObject([
      { name: 'Alice Adams', email: 'alice@team.example', role: 'admin' },
      // An address that the provider has not checked is nobody's.
      { name: 'Bob Brown', email: null, role: 'member' },
    ]);
    expect((await call(alice, '/api/invites')).status).toBe(200);
    expect((await call(bob, '/api/invites')).status).toBe(403);
    await signIn('alice');
    expect(await members(alice)).toHaveLength(2);
  });

  test('who is not signed in is led from every page to where they can, and back', async () => {
    const stranger = openPlainBrowser();
    for (const path of [
      '/',
      '/c/conv_aaaaaaaaaaaaaaaaaaaaaaaaaa',
      '/shares',
      '/tools',
      '/team',
      '/savings',
      '/members',
    ]) {
      const { status, response } = await call(stranger, path);
      expect([status, response.headers.get('location')], path).toEqual([
        307,
        `/sign-in?${new URLSearchParams({ next: path })}`,
      ]);
    }
    expect((await call(stranger, '/api/conversations')).body).toEqual({
      error: 'Sign in first',
      code: 'signed_out',
    });
  });

  test('a sign-in leads to where it was asked for, within this site', async () => {
    seat('bob');
    for (const [next, path] of [
      ['/shares?of=me', '/shares?of=me'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['https://evil.example/', '/'],
    ]) {
      const browser = openPlainBrowser();
      const { url: back } = await browser.open(signInUrl(next), isCallback);
      const { response } = await call(browser, `${back.pathname}${back.search}`);
      expect([response.status, response.headers.get('location')], next).toEqual([303, path]);
    }
  });

  test('the session’s cookie is the server’s alone', async () => {
    seat('bob');
    const browser = openPlainBrowser();
    const { url: back } = await browser.open(signInUrl(), isCallback);
    const { response } = await call(browser, `${back.pathname}${back.search}`);
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    expect(cookies[0]).toMatch(/^vt_s=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);
    expect(cookies[1]).toMatch(/^vt_leaving=; Path=\/; Max-Age=0; /);
  });

  test('a state that is made up, used, or another browser’s, lets nobody in', async () => {
    seat('alice');
    const [victim, thief] = [openPlainBrowser(), openPlainBrowser()];
    const expired = async (browser: PlainBrowser, search: string) => {
      const { response } = await call(browser, `/api/auth/callback${search}`);
      expect([response.status, response.headers.get('location')]).toEqual([303, '/sign-in?fault=expired']);
      expect(await isIn(browser)).toBe(false);
    };
    const forged = await victim.open(signInUrl(), isCallback);
    const search = new URLSearchParams(forged.url.search);
    search.set('state', newToken());
    await expired(victim, `?${search}`);
    await expired(victim, '');
    // Their own sign-in was not harmed by it, but is not the thief's either.
    await thief.open(signInUrl(), isCallback);
    await expired(thief, forged.url.search);
    await expired(victim, forged.url.search);
    const used = await signIn('alice', victim);
    expect(await isIn(used)).toBe(true);
  });

  test('an answer that names another issuer, or none, lets nobody in', async () => {
    seat('bob');
    for (const issuer of ['https://evil.example', null]) {
      const browser = openPlainBrowser();
      const { url: back } = await browser.open(signInUrl(), isCallback);
      // RFC 9207: this provider says who it is.
      expect(back.searchParams.get('iss')).toMatch(/^http/);
      if (issuer === null) back.searchParams.delete('iss');
      else back.searchParams.set('iss', issuer);
      expect((await browser.request(back.href)).headers.get('location')).toBe('/sign-in?fault=refused');
      expect(await isIn(browser)).toBe(false);
    }
  });

  test('a callback that is called again lets nobody in', async () => {
    const browser = openPlainBrowser();
    seat('bob');
    const { url: back } = await browser.open(signInUrl(), isCallback);
    const leaving = browser.cookies.get('vt_leaving') ?? '';
    expect((await browser.request(back.href)).headers.get('location')).toBe('/');
    browser.cookies.clear();
    browser.cookies.set('vt_leaving', leaving);
    expect((await browser.request(back.href)).headers.get('location')).toBe('/sign-in?fault=expired');
    expect(await isIn(browser)).toBe(false);
  });

  test('who says no at the provider, or comes with a code that is none, is back at the sign-in page', async () => {
    const browser = openPlainBrowser();
    seat(null);
    const { url: refused } = await browser.open(signInUrl(), isCallback);
    expect((await browser.request(refused.href)).headers.get('location')).toBe('/sign-in?fault=refused');
    seat('bob');
    const other = openPlainBrowser();
    const { url: back } = await other.open(signInUrl(), isCallback);
    back.searchParams.set('code', 'made-up');
    expect((await other.request(back.href)).headers.get('location')).toBe('/sign-in?fault=refused');
    expect(await isIn(other)).toBe(false);
  });

  test('the MCP server takes the provider’s tokens that are for it, of those who have signed in', async () => {
    const metadata = await (await fetch(url('/.well-known/oauth-protected-resource/mcp'))).json();
    expect(metadata).toMatchObject({ resource: url('/mcp'), bearer_methods_supported: ['header'] });
    const post = (token: string) =>
      fetch(url('/mcp'), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          Authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
    await signIn('alice');
    const allowed = await (await post(await issueAccessToken('alice', url('/mcp'), 'show'))).text();
    expect([...allowed.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name)).toEqual(['show', 'show_diff']);
    const usual = await (await post(await issueAccessToken('alice', url('/mcp'), 'profile'))).text();
    expect(usual).toContain('"search_artifacts"');
    expect(usual).not.toContain('"share"');

    const [head, body, mark] = (await issueAccessToken('alice', url('/mcp'), 'show')).split('.');
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'bob' })).toString('base64url');
    const short = await issueAccessToken('alice', url('/mcp'), 'show', 1);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    for (const token of [
      short,
      await issueAccessToken('alice', url('/other'), 'show'),
      `${head}.${forged}.${mark}`,
      `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${body}.`,
    ]) {
      const refused = await post(token);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer resource_metadata="${url('/.well-known/oauth-protected-resource/mcp')}"`,
      ]);
    }
  });

  test('while the provider is away nobody comes in, and who is in stays', async () => {
    const bob = await signIn('bob');
    const late = openPlainBrowser();
    const { url: back } = await late.open(signInUrl(), isCallback);
    await withoutProvider(async () => {
      expect((await late.request(back.href)).headers.get('location')).toBe('/sign-in?fault=refused');
      expect([await isIn(late), await isIn(bob)]).toEqual([false, true]);
    });
    expect(await isIn(await signIn('bob'))).toBe(true);
  });
});

test('a provider that is away at the start is reported at the sign-in page, and asked again later', async () => {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  let provider = await startIdentityProvider({ baseUrl });
  await provider.stop();
  const server = await startVitrine({
    port,
    environment: { VITRINE_BASE_URL: baseUrl, ...provider.environment },
  });
  const browser = openPlainBrowser();
  const away = await browser.request(`${baseUrl}/api/auth/sign-in?next=/shares`);
  expect([away.status, away.headers.get('location')]).toEqual([
    303,
    '/sign-in?fault=provider&next=%2Fshares',
  ]);
  provider = await startIdentityProvider({ baseUrl, port: provider.port });
  const back = await browser.request(`${baseUrl}/api/auth/sign-in`);
  expect(back.headers.get('location')).toContain(`:${provider.port}/auth?`);
  await server.end();
  await provider.stop();
});
