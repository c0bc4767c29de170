import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createMcpServer, type McpServer } from '#lib/mcp/mcp-server.ts';
import { finishMcpSignIn } from '#lib/operations/team/mcp-sign-in.ts';
import type { RecordedRequest } from '../support/openai-server.ts';
import {
  followSignIn,
  type ProtectedMcpServer,
  startProtectedMcpServer,
} from '../support/protected-mcp-server.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

const siteUrl = 'http://127.0.0.1:9';
const redirectUrl = `${siteUrl}/api/tools/signed-in`;
const open: ProtectedMcpServer[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});

async function stageWith(
  more: (mcp: ProtectedMcpServer) => object = () => ({}),
  environment: Record<string, string> = {},
) {
  const mcp = await startProtectedMcpServer();
  open.push(mcp);
  const config = join(tempFolder(), 'vitrine.config.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { tickets: { url: mcp.url, ...more(mcp) } } }));
  const whoami = { toolCalls: [{ name: 'mcp__tickets__whoami', arguments: {} }] };
  const isAsked = ({ body }: RecordedRequest) =>
    (body.messages as { role: string }[]).at(-1)?.role === 'user';
  const stage = await startRunStage((request) => (isAsked(request) ? whoami : { text: 'done' }), {
    environment: { VITRINE_CONFIG: config, ...environment },
  });
  const { mcpSignIns, localMember: member } = stage.services;
  const origin = { address: null, siteUrl, signal: new AbortController().signal, tokenName: null };
  const finish = (search: URLSearchParams) =>
    finishMcpSignIn({ services: stage.services, origin, member }, search);
  return {
    ...stage,
    mcp,
    finish,
    async leave() {
      const url = await mcpSignIns.begin('tickets', member.id, siteUrl);
      if (url === null) throw new Error('the server let us in');
      return await followSignIn(url.href, redirectUrl);
    },
    async signIn() {
      expect(await finish(await this.leave())).toBeNull();
    },
    /** What the model reads of the call. */
    async whoami() {
      await stage.ask('who am I?');
      const messages = stage.model.requests.at(-1)?.body.messages as { role: string; content: string }[];
      return messages.findLast(({ role }) => role === 'tool')?.content;
    },
    status: async () => (await stage.services.mcpServers.read(member.id))[0]?.state.status,
  };
}

describe('a server that asks who calls', () => {
  test('has no tools for a member who is not signed in; signed in, they call it as themselves', async () => {
    const stage = await stageWith();
    await stage.ask('who am I?');
    expect(stage.model.requests[0]?.raw).not.toContain('whoami","description');
    expect(await stage.status()).toBe('signed out');
    // Nobody was registered for somebody who only had a run.
    expect(stage.mcp.registered()).toBe(0);

    await stage.signIn();
    expect(stage.mcp.registered()).toBe(1);
    expect(await stage.whoami()).toContain('you are alice');
    expect(await stage.status()).toBe('running');
    expect(await stage.services.mcpSignIns.isSignedIn('tickets', 'local')).toBe(true);
    expect(await stage.services.mcpSignIns.isSignedIn('tickets', 'mem_b')).toBe(false);
  });

  test('gets renewed tokens when the old ones end, without anybody doing anything', async () => {
    const stage = await stageWith();
    await stage.signIn();
    expect(await stage.whoami()).toContain('you are alice');
    stage.mcp.revoke('access tokens');
    expect(await stage.whoami()).toContain('you are alice');
    expect(stage.mcp.registered()).toBe(1);
    stage.mcp.revoke('all');
    expect(await stage.whoami()).toContain('You have to sign in to it, on the page Tools.');
    expect(await stage.status()).toBe('signed out');
    expect(await stage.services.mcpSignIns.isSignedIn('tickets', 'local')).toBe(false);
  });

  test('gets each refresh token once, however many calls need it at a time', async () => {
    const stage = await stageWith();
    await stage.signIn();
    const entry = (await stage.services.listMcpServers()).get('tickets');
    if (entry?.settings.kind !== 'http') throw new Error('no server');
    const { settings } = entry;
    const servers = [1, 2].map(() =>
      createMcpServer(
        'tickets',
        stage.services.mcpSignIns.address('tickets', { settings, added: null }, 'local'),
        { showsApps: false, nowMs: Date.now },
      ),
    );
    await Promise.all(servers.map((server) => server.connect()));
    const [tool] = servers[0]?.tools() ?? [];
    if (!tool) throw new Error('no tool');
    const call = (server: McpServer) =>
      server.call(
        tool,
        {},
        {
          signal: new AbortController().signal,
          audience: 'one',
          onProgress() {},
          elicit: async () => ({ action: 'cancel' }),
        },
      );
    await Promise.all(servers.map(call));
    const before = stage.mcp.tokenRequests();
    stage.mcp.revoke('access tokens');
    const calls = servers.flatMap((server) => [call(server), call(server), call(server)]);
    for (const { result } of await Promise.all(calls))
      expect(result.content).toMatchObject([{ text: 'you are alice' }]);
    // Who asks after the first answer has the token that it brought.
    expect(stage.mcp.tokenRequests() - before).toBeLessThan(calls.length);
    expect(await stage.services.mcpSignIns.isSignedIn('tickets', 'local')).toBe(true);
    for (const server of servers) await server.close();
  });

  test('is signed in to with a client that the operator registered, and at that authorization server only', async () => {
    const other = await startProtectedMcpServer();
    open.push(other);
    const stage = await stageWith(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is in the config file
      ({ issuer }) => ({ oauth: { issuer, clientId: 'known', clientSecret: '${TICKETS_SECRET}' } }),
      { TICKETS_SECRET: 'a secret of this test' },
    );
    stage.mcp.authorizationServer = other.issuer;
    await expect(stage.leave()).rejects.toThrow(/Nobody can sign in to tickets/);
    expect(other.registered()).toBe(0);

    stage.mcp.authorizationServer = null;
    await stage.services.mcpSignIns.end('tickets', 'local');
    await stage.signIn();
    expect(await stage.whoami()).toContain('you are alice');
    expect(stage.mcp.registered()).toBe(0);
  });

  test('is signed out of, and then knows nobody', async () => {
    const stage = await stageWith();
    await stage.signIn();
    expect(await stage.services.mcpSignIns.end('tickets', 'local')).toBe(true);
    await stage.services.mcpServers.forget('tickets', 'local');
    await stage.ask('who am I?');
    expect(await stage.status()).toBe('signed out');
  });
});

describe('a sign-in', () => {
  test('holds once, and only for the member who left', async () => {
    const stage = await stageWith();
    const search = await stage.leave();
    expect(await stage.services.mcpSignIns.finish(search, 'mem_b')).toMatchObject({ failure: 'expired' });
    expect(await stage.finish(search)).toBe('expired');
    const again = await stage.leave();
    expect(await stage.finish(again)).toBeNull();
    expect(await stage.finish(again)).toBe('expired');
  });

  test('that was refused there, or comes from another authorization server, or has a made-up code, is none', async () => {
    const stage = await stageWith();
    stage.mcp.person = null;
    expect(await stage.finish(await stage.leave())).toBe('refused');
    stage.mcp.person = 'alice';
    const mixed = await stage.leave();
    mixed.set('iss', 'https://elsewhere.example');
    expect(await stage.finish(mixed)).toBe('failed');
    const forged = await stage.leave();
    forged.set('code', 'made-up');
    expect(await stage.finish(forged)).toBe('failed');
    expect(await stage.services.mcpSignIns.isSignedIn('tickets', 'local')).toBe(false);
  });

  test('what it gave is sealed in the store, and is not sent to another address under the same name', async () => {
    const stage = await stageWith();
    await stage.signIn();
    const sealed = await stage.services.stores.credentials.get('local', 'tickets');
    expect(sealed).toMatch(/^[\w-]+$/);
    expect(Buffer.from(sealed ?? '', 'base64url').toString('latin1')).not.toContain('access_token');
  });
});
