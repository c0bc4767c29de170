import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { beginSession, findSignedIn } from '#lib/team/sessions.ts';
import { hashOfToken } from '#lib/team/token-hash.ts';
import { newId } from '../contracts/samples.ts';
import { teamBench } from '../support/team-bench.ts';

const bench = teamBench();
const day = 24 * 3_600;

describe('a session', () => {
  test('is found by its token, which the store does not contain', async () => {
    const member = await bench().add({ role: 'admin' });
    const token = await beginSession(bench(), newId('ses'), member, null);
    const { id, name, role } = member;
    expect((await findSignedIn(bench(), token))?.member).toEqual({ id, name, role });
    expect(await findSignedIn(bench(), hashOfToken(token))).toBeNull();
    expect(await findSignedIn(bench(), `${token}x`)).toBeNull();
    expect(await findSignedIn(bench(), '')).toBeNull();
  });

  test('expires after seven days without use', async () => {
    const token = await beginSession(bench(), newId('ses'), await bench().add(), null);
    bench().pass(limits.sessionIdleSeconds - 60);
    expect(await findSignedIn(bench(), token)).not.toBeNull();
    bench().pass(limits.sessionIdleSeconds + 60);
    expect(await findSignedIn(bench(), token)).toBeNull();
  });

  test('expires after thirty days even with daily use', async () => {
    const token = await beginSession(bench(), newId('ses'), await bench().add(), null);
    for (let passed = 1; passed < 30; passed += 1) {
      bench().pass(day);
      expect(await findSignedIn(bench(), token), `day ${passed}`).not.toBeNull();
    }
    bench().pass(day);
    expect(await findSignedIn(bench(), token)).toBeNull();
  });

  test('records its last use, and its member’s, to the minute', async () => {
    const member = await bench().add();
    const token = await beginSession(bench(), newId('ses'), member, null);
    const seen = async () => [
      (await bench().stores.sessions.listOf(member.id))[0]?.lastSeenAt,
      (await bench().stores.members.get(member.id))?.lastSeenAt,
    ];
    const first = await seen();
    await findSignedIn(bench(), token);
    expect(await seen()).toEqual(first);
    bench().pass(61);
    await findSignedIn(bench(), token);
    for (const at of await seen()) expect(Date.parse(at ?? '')).toBeGreaterThan(Date.parse(first[0] ?? ''));
  });

  test('of an earlier epoch is invalid', async () => {
    const member = await bench().add({ epoch: 3 });
    const token = await beginSession(bench(), newId('ses'), member, null);
    await bench().stores.members.change(() => [{ ...member, epoch: 4 }]);
    expect(await findSignedIn(bench(), token)).toBeNull();
  });

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140 Safari/537.36 Edg/140', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iOS'],
    ['curl/8', 'A browser'],
    ['<script>alert(1)</script>', 'A browser'],
    [null, 'A browser'],
  ])('names its browser: %j is %j', async (userAgent, browser) => {
    const member = await bench().add();
    await beginSession(bench(), newId('ses'), member, userAgent);
    expect((await bench().stores.sessions.listOf(member.id))[0]?.browser).toBe(browser);
  });
});
