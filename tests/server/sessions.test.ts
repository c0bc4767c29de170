import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newToken } from '#lib/team/token-hash.ts';
import { until } from '../support/conversations.ts';
import { openEventStream } from '../support/event-stream.ts';
import { openPlainBrowser } from '../support/plain-browser.ts';
import { isCallback, signInStage } from '../support/sign-in-stage.ts';

describe('who is signed in', () => {
  const { url, signInUrl, seat, signIn, call, idOf, isIn } = signInStage('SQLite');

  test('whatever cookie a browser was left with, its session is a new one', async () => {
    const known = newToken();
    const browser = openPlainBrowser();
    browser.cookies.set('vt_s', known);
    await signIn('bob', browser);
    expect(browser.cookies.get('vt_s')).not.toBe(known);
    const thief = openPlainBrowser();
    thief.cookies.set('vt_s', known);
    expect(await isIn(thief)).toBe(false);
    // Signed in as somebody else before: the one session does not become the other's.
    const before = browser.cookies.get('vt_s') ?? '';
    browser.cookies.clear();
    browser.cookies.set('vt_s', before);
    await signIn('alice', browser);
    thief.cookies.set('vt_s', before);
    expect((await call(thief, '/api/invites')).status).toBe(403);
  });

  test('what the store has of a session is no cookie, nor are two, nor one too many', async () => {
    const token = (await signIn('alice')).cookies.get('vt_s') ?? '';
    const hash = createHash('sha256').update(token).digest();
    for (const cookie of [
      hash.toString('hex'),
      hash.toString('base64url'),
      `${token}; vt_s=${token}`,
      `${token}x`,
      'x'.repeat(8_000),
      '',
    ]) {
      const browser = openPlainBrowser();
      browser.cookies.set('vt_s', cookie);
      expect(await isIn(browser), cookie.slice(0, 80)).toBe(false);
    }
  });

  test('a role that is lowered is so from the next request on', async () => {
    const [alice, bob] = [await signIn('alice'), await signIn('bob')];
    const id = await idOf(alice, 'Bob Brown');
    const setRole = (role: string) => call(alice, `/api/members/${id}`, { method: 'PATCH', body: { role } });
    expect((await setRole('admin')).status).toBe(204);
    expect((await call(bob, '/api/invites')).status).toBe(200);
    expect((await setRole('member')).status).toBe(204);
    expect((await call(bob, '/api/invites')).status).toBe(403);
    const own = await idOf(alice, 'Alice Adams');
    const stepDown = await call(alice, `/api/members/${own}`, { method: 'PATCH', body: { role: 'member' } });
    expect([stepDown.status, stepDown.body.code]).toEqual([403, 'forbidden']);
    expect((await call(alice, `/api/members/${own}`, { method: 'DELETE' })).status).toBe(403);
  });

  test('a session that is revoked, and one that is left, is over from the next request on', async () => {
    const [alice, bob, elsewhere] = [await signIn('alice'), await signIn('bob'), await signIn('bob')];
    const id = await idOf(alice, 'Bob Brown');
    const { sessions } = (await call(bob, `/api/members/${id}/sessions`)).body;
    const own = sessions.find((session: { isThis: boolean }) => session.isThis).id;
    expect((await call(alice, `/api/members/${id}/sessions/${own}`, { method: 'DELETE' })).status).toBe(204);
    expect([await isIn(bob), await isIn(elsewhere)]).toEqual([false, true]);
    const kept = elsewhere.cookies.get('vt_s') ?? '';
    expect((await call(elsewhere, '/api/auth/sign-out', { method: 'POST' })).status).toBe(204);
    expect(elsewhere.cookies.has('vt_s')).toBe(false);
    elsewhere.cookies.set('vt_s', kept);
    expect(await isIn(elsewhere)).toBe(false);
    expect(
      (await call(await signIn('bob'), `/api/members/${id}/sessions`, { method: 'DELETE' })).status,
    ).toBe(204);
    expect((await call(await signIn('bob'), `/api/members/${id}/sessions`)).body.sessions).toHaveLength(1);
  });

  test('no write is taken from another site, nor from none', async () => {
    const bob = await signIn('bob');
    for (const Origin of ['', 'null', 'https://evil.example', 'http://127.0.0.1'])
      for (const path of ['/api/conversations', '/api/auth/sign-out', '/api/auth/join']) {
        const refused = await call(bob, path, { method: 'POST', body: {}, headers: { Origin } });
        expect([refused.status, refused.body.code], `${Origin} ${path}`).toEqual([403, 'forbidden_origin']);
      }
    expect(await isIn(bob)).toBe(true);
  });

  test('who is removed is out, their open streams end within ten seconds, and they come in no more', async () => {
    const [alice, bob] = [await signIn('alice'), await signIn('bob')];
    const { id } = (await call(bob, '/api/conversations', { method: 'POST', body: {} })).body;
    const headers = { Cookie: `vt_s=${bob.cookies.get('vt_s')}` };
    const streams = await Promise.all([
      openEventStream(url(`/api/conversations/${id}/events`), headers),
      openEventStream(url(`/api/events?conversation=${id}`), headers),
    ]);
    const staying = await openEventStream(url(`/api/conversations/${id}/events`), {
      Cookie: `vt_s=${alice.cookies.get('vt_s')}`,
    });
    let [endedCount, hasLeft] = [0, false];
    for (const stream of streams) void stream.ended.then(() => (endedCount += 1));
    void staying.ended.then(() => (hasLeft = true));
    const member = await idOf(alice, 'Bob Brown');
    expect((await call(alice, `/api/members/${member}`, { method: 'DELETE' })).status).toBe(204);
    expect(await isIn(bob)).toBe(false);
    await until('both streams to end', async () => endedCount === 2, 10_000);
    expect(hasLeft).toBe(false);
    staying.close();
    seat('bob');
    const again = openPlainBrowser();
    const led = await again.open(signInUrl(), isCallback);
    expect((await again.request(led.url.href)).headers.get('location')).toBe('/sign-in?fault=refused');
    const back = { method: 'PATCH', body: { isRemoved: false } };
    expect((await call(alice, `/api/members/${member}`, back)).status).toBe(204);
    expect([await isIn(bob), await isIn(await signIn('bob'))]).toEqual([false, true]);
  });
});
