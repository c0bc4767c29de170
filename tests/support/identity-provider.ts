import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from './free-port.ts';

/** Whom it knows: Alice looks after the team, Bob is of it. */
const people = {
  alice: {
    name: 'Alice Adams',
    email: 'alice@team.example',
    email_verified: true,
    groups: ['admins', 'staff'],
  },
  bob: { name: 'Bob Brown', email: 'bob@team.example', email_verified: false, groups: ['staff'] },
};
export type Person = keyof typeof people;

export interface IdentityProviderServer {
  /** What signing in there needs to be set. */
  environment: Record<string, string>;
  port: number;
  /** Who sits before the browsers that come without a session of their own there; `null`: somebody who says no. */
  person: Person | null;
  /** An access token of a person, for a server that is not this one: a JWT, signed with the key it publishes. */
  issueAccessToken(person: Person, audience: string, scope: string, lifeSeconds?: number): Promise<string>;
  stop(): Promise<void>;
}

/** A real OpenID provider on loopback. Its login page asks nothing: it goes on as the person who is named. */
export async function startIdentityProvider({
  baseUrl,
  port: wanted,
}: {
  baseUrl: string;
  port?: number;
}): Promise<IdentityProviderServer> {
  const port = wanted ?? (await freePort());
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'vitrine',
        client_secret: 'a secret of this test',
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${baseUrl}/api/auth/callback`],
      },
    ],
    claims: {
      openid: ['sub'],
      profile: ['name'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    cookies: { keys: ['a key of this test'] },
    features: { devInteractions: { enabled: false }, resourceIndicators: { enabled: true } },
    interactions: { url: (_, { uid }) => `/login/${uid}` },
    findAccount: async (_, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people[id as Person] }),
    }),
    // Nobody is asked whether this server may know them.
    async loadExistingGrant({ oidc }) {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid profile email groups');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const { person } = started;
    const result = person
      ? { login: { accountId: person } }
      : { error: 'access_denied', error_description: 'They said no' };
    const answered = request.url?.startsWith('/login/')
      ? provider.interactionFinished(request, response, result)
      : answer(request, response);
    answered.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const started: IdentityProviderServer = {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'vitrine',
      OIDC_CLIENT_SECRET: 'a secret of this test',
      OIDC_ADMIN_GROUP: 'admins',
    },
    port,
    person: 'alice',
    async issueAccessToken(person, audience, scope, lifeSeconds = 600) {
      const grant = new provider.Grant({ clientId: 'vitrine', accountId: person });
      grant.addResourceScope(audience, scope);
      const token = new provider.AccessToken({
        accountId: person,
        client: await provider.Client.find('vitrine'),
        grantId: await grant.save(),
        gty: 'authorization_code',
        scope,
      });
      token.resourceServer = new provider.ResourceServer(audience, {
        ...{ scope, audience, accessTokenFormat: 'jwt', accessTokenTTL: lifeSeconds },
        jwt: { sign: { alg: 'RS256' } },
      });
      return await token.save();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return started;
}
