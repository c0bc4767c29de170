import { until } from '../support/conversations.ts';
import { openPlainBrowser, type PlainBrowser } from '../support/plain-browser.ts';
import type { ServerSlot } from './server-slot.ts';

/** Who asks a server: what its requests are sent with. */
export interface Caller {
  headers: Record<string, string>;
}

export interface Team {
  /** Each has conversations that nobody else sees. Several, because one person may send only so many messages a minute. */
  members: Caller[];
  /** Who tries to see them; `null`: everybody may see everything, since there is one person. */
  outsider: Caller | null;
}

/** Of a server on somebody's own machine. */
export const onePerson: Team = { members: [{ headers: {} }], outsider: null };

const memberCount = 12;

/** Members who come in by invites, and work by API tokens, which every server accepts. */
export async function inviteTeam(servers: readonly ServerSlot[]): Promise<Team> {
  const url = servers[0]?.url ?? '';
  const link = await until('the link in the log', async () =>
    servers.map((server) => /\S+\/join\/[A-Za-z0-9_-]{43}/.exec(server.output())?.[0]).find((found) => found),
  );
  const admin = await join(url, link, 'Ada');
  const invite = async (name: string): Promise<Caller> => {
    const { url: invited } = await post(admin, `${url}/api/invites`, {});
    return await callerOf(url, await join(url, String(invited), name));
  };
  const members: Caller[] = [];
  for (let at = 1; at <= memberCount; at += 1) members.push(await invite(`Member ${at}`));
  return { members, outsider: await invite('Oscar') };
}

async function join(url: string, link: string, name: string): Promise<PlainBrowser> {
  const browser = openPlainBrowser();
  await post(browser, `${url}/api/auth/join`, { token: link.slice(link.lastIndexOf('/') + 1), name });
  return browser;
}

async function callerOf(url: string, browser: PlainBrowser): Promise<Caller> {
  const { token } = await post(browser, `${url}/api/tokens`, {
    name: 'faults',
    scopes: ['read', 'write', 'run'],
  });
  return { headers: { Authorization: `Bearer ${token}` } };
}

async function post(browser: PlainBrowser, url: string, body: object): Promise<Record<string, unknown>> {
  const response = await browser.request(url, { method: 'POST', body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
