import type { Page } from 'playwright-core';
import type { VisitOptions, Visitor } from './browser.ts';
import { keepHeardEvents } from './heard-events.ts';
import { type Invited, inviteTeam, joinByLink } from './team-browsers.ts';
import type { VitrineServer } from './vitrine-server.ts';

/** A team by invites, as its server is started for it: links are taken by their path. */
export const byInvites = { VITRINE_SIGN_IN: 'invites', VITRINE_BASE_URL: 'http://127.0.0.1:9' };

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
  const { [name]: admin } = await inviteTeam(server, [name]);
  return memberOf(visit, server, admin as Invited);
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
  return memberOf(visit, server, await joinByLink(server, url, name));
}

const memberOf = (visit: Visit, server: VitrineServer, member: Invited): TeamMember => ({
  async open(path, { keepsEvents = false, expects = [] } = {}) {
    const visitor = await visit(server.url, {
      storageState: member.state,
      expects,
      reducedMotion: 'reduce',
    });
    if (keepsEvents) await keepHeardEvents(visitor.context);
    return await visitor.open(path);
  },
  call: (method, path, body) => member.server.request(path, { method, body }),
});
