import type { BrowserContextOptions } from 'playwright-core';
import { until } from './conversations.ts';
import type { VitrineServer } from './vitrine-server.ts';

/** Somebody of a team, as their browser is known to a server. */
export interface Invited {
  id: string;
  /** The server as they call it. */
  server: VitrineServer;
  /** What their browser keeps. */
  state: Exclude<BrowserContextOptions['storageState'], string | undefined>;
}

const linkIn = (text: string): string => /\/join\/([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';

/** A team without a provider: the first comes by the link in the server's log, as its admin, the others by invites. */
export async function inviteTeam<Name extends string>(
  server: VitrineServer,
  names: readonly Name[],
): Promise<Record<Name, Invited>> {
  const team: Partial<Record<Name, Invited>> = {};
  let admin: Invited | null = null;
  for (const name of names) {
    const token: string = admin
      ? await inviteBy(admin)
      : await until('the link', async () => linkIn(server.output()));
    const joined = await join(server, token, name);
    admin ??= joined;
    team[name] = joined;
  }
  return team as Record<Name, Invited>;
}

async function inviteBy({ server }: Invited): Promise<string> {
  const response = await server.request('/api/invites', { method: 'POST', body: {} });
  return linkIn((await response.json()).url);
}

/** Without a page: tests/browser/team-pages holds how a person joins. */
export const joinByLink = (server: VitrineServer, link: string, name: string): Promise<Invited> =>
  join(server, linkIn(link), name);

async function join(server: VitrineServer, token: string, name: string): Promise<Invited> {
  const response = await server.request('/api/auth/join', { method: 'POST', body: { token, name } });
  if (response.status !== 201) throw new Error(`${name} could not join: ${await response.text()}`);
  const value = /^vt_s=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  const { hostname: domain } = new URL(server.url);
  const cookie = { name: 'vt_s', value, domain, path: '/', expires: -1, httpOnly: true, secure: false };
  return {
    id: (await response.json()).memberId,
    state: { cookies: [{ ...cookie, sameSite: 'Lax' }], origins: [] },
    server: {
      ...server,
      request: (path, init = {}) =>
        server.request(path, { ...init, headers: { ...init.headers, Cookie: `vt_s=${value}` } }),
    },
  };
}
