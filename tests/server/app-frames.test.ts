import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents } from '../support/conversations.ts';
import { freePort } from '../support/free-port.ts';
import { type InvitedTeam, openInvitedTeam } from '../support/invited-team.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { rawRequest } from '../support/raw-request.ts';
import { isAfterTool } from '../support/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const program = join(import.meta.dirname, '..', 'fixtures', 'mcp', 'hostile-apps.mjs');
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function environmentOf(): Promise<Record<string, string>> {
  const config = join(tempFolder(), 'vitrine.config.json');
  const hostile = { command: process.execPath, args: [program], sandbox: false };
  writeFileSync(
    config,
    JSON.stringify({ mcpServers: { hostile }, approvals: { 'mcp__hostile__*': 'auto' } }),
  );
  const model: OpenAiServer = await startOpenAiServer((request) =>
    isAfterTool(request)
      ? { text: 'Done.' }
      : { toolCalls: [{ name: 'mcp__hostile__silent', arguments: {} }] },
  );
  closing.push(() => model.close());
  return {
    VITRINE_CONFIG: config,
    OPENAI_BASE_URL: model.url,
    VITRINE_MODEL: 'scripted',
    VITRINE_OPENAI_API: 'chat',
  };
}
/** The artifact of a call whose result an app shows. */
async function showApp(server: VitrineServer): Promise<string> {
  const id = await createConversation(server);
  await ask(server, id, 'show it');
  const [call] = ofType(await readEvents(server, id), 'tool.execution_complete');
  return call?.data.toolTelemetry.artifactId ?? '';
}
const onHost = (server: VitrineServer, host: string, path: string) =>
  rawRequest(server.url, path, { method: 'GET', headers: { Host: host } });

describe('in local mode', () => {
  test('the frame of an app is on the other name of this machine, which serves it only by its link and to be framed', async () => {
    const port = await freePort();
    const server = await startVitrine({ port, environment: await environmentOf() });
    closing.push(() => server.end());
    const artifactId = await showApp(server);
    for (const [here, there] of [
      ['127.0.0.1', 'localhost'],
      ['localhost', '127.0.0.1'],
    ] as const) {
      const opened = await onHost(server, `${here}:${port}`, `/api/artifacts/${artifactId}/app`);
      const frameUrl = new URL(JSON.parse(opened.text).frameUrl);
      expect(frameUrl.host).toBe(`${there}:${port}`);
      const path = frameUrl.pathname + frameUrl.search;
      const frame = await onHost(server, frameUrl.host, path);
      expect([frame.status, frame.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(frame.headers['content-security-policy']).toContain(`frame-ancestors http://${here}:${port}`);
      expect(frame.headers['content-security-policy']).toContain("connect-src 'none'");
      expect(frame.text).not.toContain('ui/initialize');
      expect((await onHost(server, frameUrl.host, path.replace('as=app', 'as=shown'))).status).toBe(404);
      expect((await onHost(server, frameUrl.host, path.replace('/app?', '?'))).status).toBe(404);
      expect((await onHost(server, frameUrl.host, path.replace(/signature=./, 'signature=_'))).status).toBe(
        404,
      );
      expect((await onHost(server, `elsewhere.example:${port}`, path)).status).not.toBe(200);
    }
  });
});

describe('of a team', () => {
  const openTeam = async (more: (port: number) => Record<string, string>): Promise<InvitedTeam> => {
    const environment = await environmentOf();
    const team = await openInvitedTeam({ environment: (port) => ({ ...environment, ...more(port) }) });
    closing.push(() => team.close());
    return team;
  };

  test('it is on the content origin, without a cookie, for the member it was signed for', async () => {
    const team = await openTeam((port) => ({ VITRINE_CONTENT_URL: `http://localhost:${port}` }));
    const bob = await team.join('Bob');
    const server = team.as(bob);
    const artifactId = await showApp(server);
    const { body } = await team.call(bob, `/api/artifacts/${artifactId}/app`);
    const frameUrl = new URL(body.frameUrl);
    const path = frameUrl.pathname + frameUrl.search;
    const frame = await onHost(server, frameUrl.host, path);
    expect([frame.status, frameUrl.hostname]).toEqual([200, 'localhost']);
    expect(frame.headers).not.toHaveProperty('set-cookie');
    expect(frame.headers['content-security-policy']).toContain(
      `frame-ancestors ${new URL(server.url).origin}`,
    );
    // Our own origin serves no content.
    expect((await onHost(server, new URL(server.url).host, path)).status).toBe(404);
    expect((await onHost(server, frameUrl.host, path.replace(/for=[^&]*/, 'for=mem_other'))).status).toBe(
      404,
    );
  });

  test('without a content origin there is none, and nobody else makes one of a loopback name', async () => {
    const team = await openTeam(() => ({}));
    const server = team.as(team.admin);
    await team.join('Bob');
    const artifactId = await showApp(server);
    const { body } = await team.call(team.admin, `/api/artifacts/${artifactId}/app`);
    expect([body.frameUrl, body.app.server]).toEqual([null, 'hostile']);
    expect((await team.call(team.admin, `/api/content/${artifactId}/app`)).status).toBe(404);
  });
});
