import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { createIdentityProvider, type PendingSignIn } from '#lib/team/identity-provider.ts';
import { changeLimits } from '../support/change-limits.ts';

/** What a provider answers that was broken into, or is somebody else's. */
interface Answer {
  /** In the ID token, over the claims that are right. */
  claims?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
  /** Which of its keys signs; default: the first. */
  signedBy?: Kid;
  /** Signs with a key that it does not publish, under the name of one that it does. */
  hasOtherKey?: boolean;
  /** The start of a path at which it does not answer, or only begins to. */
  silentAt?: { path: string; hasBegun: boolean };
  /** The ID token as it is sent; default: signed. */
  sent?: (token: string) => string | undefined;
}

type Kid = 'one' | 'two';

let issuer: string;
/** The keys that the provider publishes. */
let published: readonly Kid[] = ['one'];
let answer: Answer = {};
let nonce = '';
const close: (() => void)[] = [];

beforeAll(async () => {
  const own = { one: await generateKeyPair('RS256'), two: await generateKeyPair('RS256') };
  const other = await generateKeyPair('RS256');
  const publish = async (kid: Kid) => ({
    ...(await exportJWK(own[kid].publicKey)),
    ...{ kid, alg: 'RS256', use: 'sig' },
  });
  const server = createServer(async (request, response): Promise<unknown> => {
    const send = (body: unknown) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    const path = request.url ?? '';
    const { silentAt, signedBy = 'one' } = answer;
    if (silentAt !== undefined && path.startsWith(silentAt.path))
      return silentAt.hasBegun
        ? response.writeHead(200, { 'Content-Type': 'application/json' }).write('{')
        : null;
    if (path.startsWith('/.well-known'))
      return send({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (path === '/keys') return send({ keys: await Promise.all(published.map(publish)) });
    if (path === '/userinfo') return send({ sub: 'alice', name: 'Alice', ...answer.userinfo });
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      sub: 'alice',
      nonce,
      iss: issuer,
      aud: 'vitrine',
      iat: now,
      exp: now + 60,
      ...answer.claims,
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: signedBy })
      .sign((answer.hasOtherKey ? other : own[signedBy]).privateKey);
    return send({
      ...{ access_token: 'access', token_type: 'Bearer', expires_in: 60 },
      id_token: answer.sent ? answer.sent(token) : token,
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const bound = server.address();
  issuer = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
});
afterAll(() => {
  for (const end of close) end();
});

afterEach(() => {
  published = ['one'];
});

const openProvider = () =>
  createIdentityProvider(
    { issuer, clientId: 'vitrine', clientSecret: 'secret', adminGroup: 'admins', readsGroups: true },
    { baseUrl: 'http://127.0.0.1:3000' },
  );

async function signInWith(answered: Answer, provider = openProvider()) {
  answer = answered;
  const { pending } = await provider.begin();
  nonce = pending.nonce;
  const whole: PendingSignIn = { ...pending, next: '/', browserHash: 'x' };
  return await provider.finish(`?code=one&state=${pending.state}`, whole);
}

test('whom the provider names comes in', async () => {
  expect(await signInWith({})).toMatchObject({ name: 'Alice', isAdmin: false, email: null });
});

describe('nobody comes in', () => {
  const aMinuteAgo = Math.floor(Date.now() / 1_000) - 60;
  const unsigned = (token: string) =>
    [Buffer.from('{"alg":"none"}').toString('base64url'), token.split('.')[1], ''].join('.');
  test.each<[string, Answer]>([
    ['with the nonce of another sign-in', { claims: { nonce: 'of another one' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['as another person than the ID token names', { userinfo: { sub: 'bob', name: 'Bob' } }],
    ['by a token for another program', { claims: { aud: 'another' } }],
    [
      'by a token for several programs, and for one of the others',
      { claims: { aud: ['vitrine', 'x'], azp: 'x' } },
    ],
    ['by a token of another provider', { claims: { iss: 'https://evil.example' } }],
    ['by a token that has ended', { claims: { iat: aMinuteAgo - 600, exp: aMinuteAgo - 300 } }],
    ['by a token without a subject', { claims: { sub: undefined } }],
    ['by a token without an end', { claims: { exp: undefined } }],
    ['by a token that nobody signed', { sent: unsigned }],
    ['by a token that somebody else signed', { hasOtherKey: true }],
    ['without a token', { sent: () => undefined }],
  ])('%s', async (_, answered) => {
    await expect(signInWith(answered)).rejects.toThrow();
  });
});

test('a member is who the subject says, whatever name, address or groups come with it', async () => {
  const [alice, renamed, other] = [
    await signInWith({}),
    await signInWith({ userinfo: { name: 'Mallory', email: 'alice@team.example', email_verified: true } }),
    await signInWith({ claims: { sub: 'bob' }, userinfo: { sub: 'bob', name: 'Alice' } }),
  ];
  expect(renamed.memberId).toBe(alice.memberId);
  expect(other.memberId).not.toBe(alice.memberId);
});

test('a key that the provider publishes after a sign-in counts from the next one on, and one that it withdraws no longer does', async () => {
  const provider = openProvider();
  await signInWith({}, provider);
  published = ['one', 'two'];
  expect(await signInWith({ signedBy: 'two' }, provider)).toMatchObject({ name: 'Alice' });
  published = ['two'];
  await expect(signInWith({ signedBy: 'one' }, provider)).rejects.toThrow();
});

describe('a provider whose clock differs', () => {
  /** Signs in by a token that is issued now and lasts a second, by a clock that is ahead by so much. */
  const signInAt = (aheadSeconds: number) => {
    const now = Math.floor(Date.now() / 1_000) + aheadSeconds;
    return signInWith({ claims: { iat: now, nbf: now, exp: now + 1 } });
  };

  test('by less than five minutes is believed, whether it is ahead or behind', async () => {
    expect(limits.identityClockSeconds).toBe(300);
    for (const aheadSeconds of [240, -240])
      expect(await signInAt(aheadSeconds), String(aheadSeconds)).toMatchObject({ name: 'Alice' });
  });

  test('by more is not, and the reason names the clock', async () => {
    for (const aheadSeconds of [360, -360])
      await expect(signInAt(aheadSeconds), String(aheadSeconds)).rejects.toThrow(
        /by the clock of this server, which may differ by 300 s/,
      );
  });
});

describe('a provider that does not answer', () => {
  changeLimits({ identityProviderMs: 500 });

  test.each([
    ['/.well-known', false],
    ['/token', false],
    ['/token', true],
    ['/keys', false],
    ['/userinfo', false],
  ])('at %s (begun: %s) ends the sign-in with an error', async (path, hasBegun) => {
    const signIn = signInWith({ silentAt: { path, hasBegun } });
    // What is cut off in the middle cannot be parsed.
    const code = expect.stringMatching(/^OAUTH_(?:TIMEOUT|PARSE_ERROR)$/);
    await expect(signIn).rejects.toMatchObject({ code });
  });
});
