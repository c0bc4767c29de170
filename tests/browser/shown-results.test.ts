import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let client: Client;
beforeAll(async () => {
  stage = await openSharedStage();
  const body = { name: 'terminal agent', scopes: ['show', 'read'] };
  const { token } = await (await stage.server.request('/api/tokens', { method: 'POST', body })).json();
  client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${stage.server.url}/mcp`), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );
});
afterAll(async () => {
  await client?.close();
  await stage?.close();
});

async function show(args: Record<string, unknown>): Promise<{ id: string; url: string }> {
  const { content } = await client.callTool({ name: 'show', arguments: args });
  const [{ text = '' } = {}] = content as { text?: string }[];
  return { id: /art_[a-z2-7]+/.exec(text)?.[0] ?? '', url: /http\S+$/.exec(text)?.[0] ?? '' };
}

test('what another agent shows opens by its link, says who sent it with what, and the next one appears live', async () => {
  const rows = Array.from(
    { length: 60_000 },
    (_, at) => `2026-11-28 10:00:00 INFO row ${at + 1} ${'x'.repeat(50)}`,
  );
  const { id, url } = await show({ title: 'Deploy log', content: rows.join('\n'), type: 'log' });
  const page = await (await visit(stage.server.url)).open(new URL(url).pathname);
  await page.waitForURL(/\/c\/conv_[a-z2-7]+#art_/);
  const panel = page.getByRole('complementary', { name: /^Artifact: Deploy log/ });
  await panel.getByText('row 1 ').first().waitFor();
  const message = page.getByRole('article', { name: /wrote$/ });
  await message.getByText('via terminal agent').waitFor();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Close' }).first().click();
  const table = await show({ title: 'Prices', content: 'name,price\nheron,3\nplover,4\n', type: 'table' });
  expect(table.id).not.toBe(id);
  await page
    .getByRole('article', { name: /wrote$/ })
    .last()
    .getByText('Prices')
    .first()
    .waitFor();
  await expectAccessible(page);
});

test('a link to what is not there leads nowhere', async () => {
  const visitor = await visit(stage.server.url, { expects: [/404/] });
  const page = await visitor.open('/a/art_aaaaaaaaaaaaaaaaaaaaaaaaaa');
  await page.getByRole('heading', { name: /not found/i }).waitFor();
});
