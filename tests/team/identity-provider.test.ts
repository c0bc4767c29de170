import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createIdentityProvider, type PendingSignIn } from '#lib/team/identity-provider.ts';

/** What a provider answers that was broken into, or is somebody else's. */
interface Answer {
  /** In the ID token, over the claims that are right. */
  claims?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  hasOtherKey?: boolean;
  /** The ID token as it is sent; default: signed. */
  sent?: (token: string) => string | undefined;
}

let issuer: string;
let answer: Answer = {};
let nonce = '';
const close: (() => void)[] = [];

beforeAll(async () => {
  const [own, other] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const server = createServer(async (request, response): Promise<unknown> => {
    const send = (body: unknown) =>
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    const path = request.url ?? '';
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
    if (path === '/keys')
      return send({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] });
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
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign((answer.hasOtherKey ? other : own).privateKey);
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

async function signInWith(answered: Answer) {
  answer = answered;
  const provider = createIdentityProvider(
    { issuer, clientId: 'vitrine', clientSecret: 'secret', adminGroup: 'admins', readsGroups: true },
    { baseUrl: 'http://127.0.0.1:3000' },
  );
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
