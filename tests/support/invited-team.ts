import { until } from './conversations.ts';
import { freePort } from './free-port.ts';
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';
import type { StoreName } from './stage.ts';
import { startVitrine, type VitrineServer } from './vitrine-server.ts';

export interface TeamAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of any route, or the text of a page
  body: any;
}

/** A team that comes in by invites, on one or more processes. */
export interface InvitedTeam {
  servers: VitrineServer[];
  redis: RedisServer | null;
  admin: PlainBrowser;
  join(name: string): Promise<PlainBrowser>;
  /** @param at which of the processes is asked */
  call(
    browser: PlainBrowser,
    path: string,
    init?: Parameters<PlainBrowser['request']>[1],
    at?: number,
  ): Promise<TeamAnswer>;
  /** A server whose requests are this member's. */
  as(browser: PlainBrowser): VitrineServer;
  close(): Promise<void>;
}

export async function openInvitedTeam(
  options: {
    store?: StoreName;
    processes?: number;
    environment?: (port: number) => Record<string, string>;
  } = {},
): Promise<InvitedTeam> {
  const { store = 'SQLite', processes = 1, environment = () => ({}) } = options;
  const redis = store === 'Redis' ? await startRedisServer() : null;
  const servers: VitrineServer[] = [];
  for (let at = 0; at < processes; at += 1) {
    const port = await freePort();
    const own = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: `http://127.0.0.1:${port}` };
    const shared: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
    servers.push(await startVitrine({ port, environment: { ...own, ...shared, ...environment(port) } }));
  }
  const [server] = servers;
  if (!server) throw new Error('one process is needed');
  const team: InvitedTeam = {
    servers,
    redis,
    admin: openPlainBrowser(),
    async join(name) {
      const { body } = await team.call(team.admin, '/api/invites', { method: 'POST', body: {} });
      return await enter(body.url, name, openPlainBrowser());
    },
    async call(browser, path, init, at = 0) {
      const response = await browser.request(`${servers[at]?.url}${path}`, init);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
    as: (browser) => ({ ...server, request: (path, init) => browser.request(server.url + path, init) }),
    async close() {
      for (const each of servers) await each.end();
      await redis?.stop();
    },
  };
  const enter = async (link: string, name: string, browser: PlainBrowser) => {
    const token = link.slice(link.lastIndexOf('/') + 1);
    const joined = await team.call(browser, '/api/auth/join', { method: 'POST', body: { token, name } });
    if (joined.status !== 201) throw new Error(`${name} was not let in: ${joined.status}`);
    return browser;
  };
  const first = await until('the link in the log', async () => {
    const links = servers.map((each) => /\S+\/join\/[A-Za-z0-9_-]{43}/.exec(each.output())?.[0]);
    return links.find((link) => link !== undefined);
  });
  await enter(first, 'Ada', team.admin);
  return team;
}
