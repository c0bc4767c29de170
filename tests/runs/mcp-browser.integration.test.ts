import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { countTokens } from '#lib/split/count-tokens.ts';
import { chromiumProgram } from '#scripts/chromium.ts';
import type { RecordedRequest, ScriptedReply } from '../support/openai-server.ts';
import { startRunStage } from '../support/run-stage.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Unmodified, as on npm. */
const browser = join(
  dirname(createRequire(import.meta.url).resolve('@playwright/mcp/package.json')),
  'cli.js',
);
const results = ({ body }: RecordedRequest): string[] =>
  (body.messages as { role: string; content: string }[])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);

const rows = Array.from(
  { length: 1_500 },
  (_, row) => `<tr><td>order ${row}</td><td>Oslo ${row % 7}</td><td>${row % 3 ? 'paid' : 'open'}</td></tr>`,
);
const page = `<title>Orders</title><h1>Orders</h1><table>${rows.join('')}</table>`;

test('a snapshot of a table of 1,500 rows costs the model at most 400 tokens; people see all of it, and a row is recalled', async () => {
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(page),
  );
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  const folder = tempFolder();
  const config = join(folder, 'vitrine.config.json');
  const flags = ['--executable-path', chromiumProgram, '--headless', '--no-sandbox', '--isolated'];
  const server = { command: process.execPath, args: [browser, ...flags], cwd: folder, sandbox: false };
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: { browser: server },
      approvals: { 'mcp__browser__*': 'auto' },
      tools: { 'mcp__browser__*': { split: true } },
    }),
  );
  const replies: ScriptedReply[] = [
    {
      toolCalls: [
        { name: 'call_tool', arguments: { name: 'mcp__browser__browser_navigate', arguments: { url } } },
      ],
    },
    {
      toolCalls: [
        { name: 'call_tool', arguments: { name: 'mcp__browser__browser_snapshot', arguments: {} } },
      ],
    },
  ];
  const stage = await startRunStage((_request, index) => replies[index] ?? { text: 'done' }, {
    environment: { VITRINE_CONFIG: config },
  });
  try {
    expect((await stage.ask('look at the orders')).data.outcome).toBe('completed');
    const [, view = ''] = results(stage.model.requests.at(-1) as RecordedRequest);
    expect(await countTokens(view)).toBeLessThanOrEqual(400);
    const calls = (await stage.events()).filter((event) => event.type === 'tool.execution_complete');
    const telemetry = calls[1]?.data.toolTelemetry;
    expect(telemetry?.fullTokens).toBeGreaterThan(60_000);
    const artifactId = telemetry?.artifactId ?? '';
    const bytes = await stage.services.stores.artifacts.readBytes(artifactId, 0, 10_000_000);
    const text = Buffer.from(bytes ?? []).toString();
    for (const row of [0, 777, 1_499]) expect(text).toContain(`order ${row}`);

    replies.push(
      { text: 'looked' },
      { toolCalls: [{ name: 'recall_output', arguments: { artifactId, query: 'order 1042' } }] },
    );
    await stage.ask('and order 1042?');
    expect(results(stage.model.requests.at(-1) as RecordedRequest).at(-1)).toContain('Oslo 6');
  } finally {
    site.close();
  }
}, 120_000);
