import { setTimeout as sleep } from 'node:timers/promises';
import type { VitrineServer } from '../servers/vitrine.ts';

/** A team of many members, each with a session. */
export interface LoadTeam {
  cookies: readonly string[];
  /** A new conversation for the team, of the member with that number, counted around. */
  openConversation(server: VitrineServer, member: number): Promise<string>;
  deleteConversation(server: VitrineServer, member: number, id: string): Promise<void>;
}

/** The first member joins through the link in the log and invites the others. */
export async function joinLoadTeam(server: VitrineServer, count: number): Promise<LoadTeam> {
  const first = await join(server, await firstInvite(server), 0);
  const cookies = [first];
  for (let at = 1; at < count; at += 1) {
    const invite = await send(server, 'POST', '/api/invites', first, {});
    const { url } = (await invite.json()) as { url: string };
    cookies.push(await join(server, url.split('/').at(-1) ?? '', at));
  }
  const cookieOf = (member: number) => cookies[member % cookies.length] ?? first;
  return {
    cookies,
    async openConversation(where, member) {
      const created = await send(where, 'POST', '/api/conversations', cookieOf(member), {});
      return ((await created.json()) as { id: string }).id;
    },
    async deleteConversation(where, member, id) {
      await send(where, 'DELETE', `/api/conversations/${id}`, cookieOf(member));
    },
  };
}

/** The invite is printed shortly after the server is ready. */
async function firstInvite(server: VitrineServer): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const token = /\/join\/([A-Za-z0-9_-]{43})/.exec(server.output())?.[1];
    if (token !== undefined) return token;
    await sleep(50);
  }
  throw new Error(`no invite was printed:\n${server.output()}`);
}

/** @param number each member joins from an address of their own, since few may join from one at a time */
async function join(server: VitrineServer, token: string, number: number): Promise<string> {
  const body = { token, name: `Member ${number + 1}` };
  const response = await send(
    server,
    'POST',
    '/api/auth/join',
    '',
    body,
    `10.0.${number >> 8}.${number & 255}`,
  );
  return response.headers.getSetCookie().at(-1)?.split(';')[0] ?? '';
}

async function send(
  { url }: VitrineServer,
  method: string,
  path: string,
  cookie: string,
  body?: object,
  address = '10.1.0.1',
): Promise<Response> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...{ Origin: url, Cookie: cookie, 'X-Forwarded-For': address },
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}
