import type { Page } from 'playwright-core';
import { eventually, untilAwake, type VisitOptions, type Visitor } from './browser.ts';
import { keepHeardEvents } from './heard-events.ts';
import type { VitrineServer } from './vitrine-server.ts';

/** A team by invites, as its server is started for it: links are taken by their path. */
export const byInvites = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' };

const joinPath = /\/join\/[A-Za-z0-9_-]{43}/;

type Visit = (url: string, options?: VisitOptions) => Promise<Visitor>;

/** Somebody with a browser of their own, signed in. */
export interface TeamMember {
  /** In a browser that lasts as long as its test. */
  open(path: string, options?: { keepsEvents?: boolean; expects?: RegExp[] }): Promise<Page>;
  /** Asks the API as this member. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
}

/** The first admin, whom the link in the server's log lets in. */
export async function joinFirst(visit: Visit, server: VitrineServer, name: string): Promise<TeamMember> {
  await eventually(() => joinPath.test(server.output())).toBe(true);
  return await join(visit, server, joinPath.exec(server.output())?.[0] ?? '', name);
}

/** By an invite of an admin. */
export async function joinNext(
  visit: Visit,
  server: VitrineServer,
  admin: TeamMember,
  name: string,
): Promise<TeamMember> {
  const response = await admin.call('POST', '/api/invites', {});
  const { url } = (await response.json()) as { url: string };
  return await join(visit, server, new URL(url).pathname, name);
}

async function join(visit: Visit, server: VitrineServer, path: string, name: string): Promise<TeamMember> {
  const visitor = await visit(server.url, { reducedMotion: 'reduce' });
  const page = await visitor.open(path);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await page.waitForURL(`${server.url}/`);
  await untilAwake(page);
  const Cookie = (await visitor.context.cookies())
    .map((cookie) => `${cookie.name}=${cookie.value}`)
    .join('; ');
  const storageState = await visitor.context.storageState();
  return {
    async open(place, { keepsEvents = false, expects = [] } = {}) {
      const here = await visit(server.url, { storageState, expects, reducedMotion: 'reduce' });
      if (keepsEvents) await keepHeardEvents(here.context);
      return await here.open(place);
    },
    call: (method, path, body) =>
      server.request(path, {
        method,
        headers: { Cookie, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}
