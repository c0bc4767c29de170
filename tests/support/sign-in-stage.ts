import { afterAll, beforeAll } from 'vitest';
import { freePort } from './free-port.ts';
import { type IdentityProviderServer, type Person, startIdentityProvider } from './identity-provider.ts';
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';
import { startVitrine, type VitrineServer } from './vitrine-server.ts';

type Init = Parameters<PlainBrowser['request']>[1];

/** On the way back from the provider. */
export const isCallback = ({ pathname }: URL): boolean => pathname === '/api/auth/callback';

/** A server whose team signs in at a provider, for the tests of a block, and what browsers do with it. */
export function signInStage(store: 'SQLite' | 'Redis') {
  let redis: RedisServer | null = null;
  let provider: IdentityProviderServer;
  let server: VitrineServer;
  beforeAll(async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    if (store === 'Redis') redis = await startRedisServer();
    provider = await startIdentityProvider({ baseUrl });
    const environment = {
      VITRINE_BASE_URL: baseUrl,
      ...provider.environment,
      ...(redis ? { REDIS_URL: redis.url } : {}),
    };
    server = await startVitrine({ port, environment });
  });
  afterAll(async () => {
    await server?.end();
    await provider?.stop();
    await redis?.stop();
  });

  const stage = {
    url: (path: string): string => `${server.url}${path}`,
    signInUrl: (next?: string): string =>
      stage.url(`/api/auth/sign-in${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`),
    /** Who sits before browsers that the provider does not know yet; `null`: somebody who says no. */
    seat(person: Person | null): void {
      provider.person = person;
    },
    issueAccessToken: (...of: Parameters<IdentityProviderServer['issueAccessToken']>): Promise<string> =>
      provider.issueAccessToken(...of),
    /** What happens while the provider is away. */
    async withoutProvider(act: () => Promise<void>): Promise<void> {
      const { port } = provider;
      await provider.stop();
      await act();
      provider = await startIdentityProvider({ baseUrl: server.url, port });
    },
    async signIn(person: Person, browser = openPlainBrowser()): Promise<PlainBrowser> {
      stage.seat(person);
      const { port } = new URL(server.url);
      const isPage = (url: URL) => url.port === port && !url.pathname.startsWith('/api/');
      const { url } = await browser.open(stage.signInUrl(), isPage);
      if (url.pathname !== '/') throw new Error(`signed in to ${url}:\n${server.output()}`);
      return browser;
    },
    async call(browser: PlainBrowser, path: string, init?: Init) {
      const response = await browser.request(stage.url(path), init);
      const text = await response.text();
      return { status: response.status, response, body: text.startsWith('{') ? JSON.parse(text) : text };
    },
    members: async (browser: PlainBrowser) => (await stage.call(browser, '/api/members')).body.members,
    idOf: async (browser: PlainBrowser, name: string): Promise<string> =>
      (await stage.members(browser)).find((member: { name: string }) => member.name === name).id,
    isIn: async (browser: PlainBrowser): Promise<boolean> =>
      (await stage.call(browser, '/api/conversations')).status === 200,
  };
  return stage;
}
