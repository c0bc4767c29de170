import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ask, createConversation, ofType, readEvents } from '../support/conversations.ts';
import { type InvitedTeam, openInvitedTeam } from '../support/invited-team.ts';
import { type OpenAiServer, startOpenAiServer } from '../support/openai-server.ts';
import { rawRequest } from '../support/raw-request.ts';
import { isAfterTool } from '../support/stage.ts';
import { tempFolder } from '../support/temp-folder.ts';
import type { VitrineServer } from '../support/vitrine-server.ts';

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
});
