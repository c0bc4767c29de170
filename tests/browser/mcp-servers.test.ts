import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTokens } from '#lib/split/count-tokens.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { begin, say } from '../support/page-actions.ts';
import { type ProtectedMcpServer, startProtectedMcpServer } from '../support/protected-mcp-server.ts';
import { heard, isAfterTool, openStage, type Stage } from '../support/stage.ts';

/** Unmodified, as on npm. */
const filesystem = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
);
/** Changes what it says of its tool `twice` when `changes_tools` is called. */
const changing = join(import.meta.dirname, '..', 'fixtures', 'mcp', 'hostile-server.mjs');
const everything = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);
const program = (...args: string[]) => ({ command: process.execPath, args, sandbox: false });

const visit = prepareBrowser();
let stage: Stage;
let folder: string;
let tickets: ProtectedMcpServer;

beforeAll(async () => {
  tickets = await startProtectedMcpServer();
  folder = mkdtempSync(join(tmpdir(), 'vitrine-mcp-'));
  mkdirSync(join(folder, 'logs'));
  for (let file = 0; file < 400; file += 1) writeFileSync(join(folder, 'logs', `day-${file}.txt`), '');
  const config = join(folder, 'vitrine.config.json');
  const broken = program('-e', 'console.error("PROM_URL is not set"); process.exit(3)');
  writeFileSync(
    config,
    JSON.stringify({
      mcpServers: {
        files: program(filesystem, folder),
        metrics: broken,
        tickets: { url: tickets.url },
        every: program(everything),
        notes: { ...program(changing), env: { CHANGED: join(folder, 'changed') } },
      },
      approvals: { 'mcp__notes__*': 'auto', 'mcp__every__*': 'auto' },
      // So few are left that their definitions are sent.
      excludedTools: [
        ...[...'bdfghnrsw'].map((letter) => `mcp__notes__${letter}*`),
        ...['e', 'g', 's', 'to', 'trigger-l', 'trigger-s', 'trigger-u'].map(
          (start) => `mcp__every__${start}*`,
        ),
      ],
      toolFiles: ['./own.ts', './broken.ts'],
    }),
  );
  writeFileSync(
    join(folder, 'own.ts'),
    `import { defineTool } from 'vitrine/tools';
     import { z } from 'zod';
     const parameters = z.object({ service: z.string() });
     export default defineTool({ name: 'list_deploys', description: 'Lists deploys.', parameters, changesNothing: true,
       handler: ({ service }: z.infer<typeof parameters>) => 'deploys of ' + service });`,
  );
  writeFileSync(join(folder, 'broken.ts'), 'throw new Error("no address is set")');
  const calls: Record<string, { name: string; arguments: object }> = {
    find: { name: 'mcp__files__search_files', arguments: { path: folder, pattern: '**/*.txt' } },
    elicit: { name: 'mcp__every__trigger-elicitation-request', arguments: {} },
    who: { name: 'mcp__tickets__whoami', arguments: {} },
    change: { name: 'mcp__notes__changes_tools', arguments: {} },
    deploys: { name: 'list_deploys', arguments: { service: 'api' } },
    write: { name: 'mcp__files__write_file', arguments: { path: join(folder, 'new.md'), content: 'made' } },
  };
  stage = await openStage({
    store: 'Redis',
    environment: { VITRINE_CONFIG: config },
    script(request) {
      const call = calls[heard(request)];
      return call && !isAfterTool(request) ? { toolCalls: [call] } : { text: 'Done.' };
    },
  });
});
afterAll(async () => {
  await stage?.close();
  await tickets?.stop();
});

test('a result of a server’s tool is a card like any other; one click on it, and the model reads a view of the next', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  // The first run starts the programs, and waits for them, but not as long as a busy machine takes.
  await begin(page, 'hello');
  await eventually(async () => {
    await page.goto(`${stage.server.url}/tools`);
    return await page.getByText('Running', { exact: true }).count();
  }).toBe(3);
  await page.goto(stage.server.url);
  await begin(page, 'find');
  const cards = page.getByRole('article', { name: `files search_files ${folder}` });
  await cards.first().getByText('same for both').waitFor();
  await cards.first().getByRole('button', { name: 'Split results of files' }).click();
  await eventually(() => page.getByRole('button', { name: 'Split results of files' }).count()).toBe(0);

  await say(page, 'find');
  const second = cards.nth(1);
  await second.getByText(/^recognised: /).waitFor();
  const lengths = stage.model?.requests.at(-1)?.body.messages as { role: string; content: string }[];
  const [whole = 0, view = 0] = lengths
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content.length);
  expect(view).toBeLessThan(whole / 5);
  await second.getByRole('button', { name: /open/i }).first().click();
  await page.locator('.panel').getByText('day-120.txt').waitFor();
  await expectAccessible(page);
});

test('a tool that changes something asks first, by the name of its server', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  await begin(page, 'write');
  const asking = page.getByRole('article', { name: 'The agent asks to call files write_file' });
  await asking.waitFor();
  expect(existsSync(join(folder, 'new.md'))).toBe(false);
  await asking.getByRole('button', { name: 'Allow once' }).click();
  await eventually(() => existsSync(join(folder, 'new.md'))).toBe(true);
  await say(page, 'thanks');
});

test('the page Tools shows how each server is, with the last lines of one that does not run', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open('/tools');
  const servers = page.getByRole('table', { name: 'MCP servers' });
  const rowOf = (name: string) =>
    servers.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await rowOf('files').getByText('Running').waitFor();
  await servers.getByText(/14 tools, [\d,]+ tokens of definitions/).click();
  const list = servers.getByRole('list', { name: 'Tools of files' });
  const tool = list.getByRole('listitem').filter({ hasText: 'files write_file' });
  expect(await tool.innerText()).toContain('Split.');
  const policy = tool.getByRole('combobox', { name: 'Policy of files write_file' });
  expect(await policy.inputValue()).toBe('ask');
  expect(await rowOf('metrics').innerText()).toMatch(/Not running.*exit 3/s);
  expect(await rowOf('files').innerText()).toContain('a program, with all rights of this server');
  await servers.getByText('PROM_URL is not set').waitFor();
  await expectAccessible(page);
  // Switched on from the card of the test before.
  const split = servers.getByRole('checkbox', { name: 'Split results of files' });
  expect(await split.isChecked()).toBe(true);
  await split.click();
  await eventually(() => tool.innerText()).toContain('Not split.');
  await policy.selectOption('deny');
  await tool.getByText('Saved').waitFor();
  await page.reload();
  expect(await split.isChecked()).toBe(false);
  await servers.getByText(/14 tools, [\d,]+ tokens of definitions/).click();
  await eventually(() => policy.inputValue()).toBe('deny');
  await policy.selectOption('ask');
  await tool.getByText('Saved').waitFor();
});

test('a server that asks who calls is signed in to on the page, where the member also signs out again', async () => {
  const expects = [/^request elsewhere: http:\/\/127\.0\.0\.1:\d+\/(?:auth|login)/];
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce', expects })).open('/tools');
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'tickets' }) });
  await row.getByText('You have to sign in').waitFor();
  await expectAccessible(page);
  tickets.person = null;
  await row.getByRole('button', { name: 'Sign in to tickets' }).click();
  await page.getByRole('alert').getByText('it was refused there').waitFor();
  tickets.person = 'alice';
  await row.getByRole('button', { name: 'Sign in to tickets' }).click();
  await row.getByText('You are signed in').waitFor();
  await page.goto(stage.server.url);
  await begin(page, 'who');
  await page.getByRole('article', { name: 'tickets whoami' }).getByText('you are alice').first().waitFor();
  await page.goto(`${stage.server.url}/tools`);
  await row.getByText('Running').waitFor();
  await row.getByRole('button', { name: 'Sign out of tickets' }).click();
  await eventually(() => row.getByText('You are signed in').count()).toBe(0);
});

test('a server is added on the page, there from the next run on, and removed again', async () => {
  const expects = [/409/];
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce', expects })).open('/tools');
  await page.getByRole('button', { name: 'Add a server' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an MCP server' });
  await dialog.getByLabel('Address').fill(tickets.url);
  await dialog.getByLabel('Name').fill('files');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByRole('alert').getByText('There is an MCP server called files already.').waitFor();
  await dialog.getByLabel('Name').fill('desk');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'desk' }) });
  await row.getByText(/^127\.0\.0\.1:\d+, added by /).waitFor();
  await page.goto(stage.server.url);
  await begin(page, 'hello');
  await page.getByText('Done.', { exact: true }).waitFor();
  await page.goto(`${stage.server.url}/tools`);
  await row.getByText('You have to sign in').waitFor();
  await row.getByRole('button', { name: 'Remove desk' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await eventually(() => row.count()).toBe(0);
});

test('what a server asks is a form, and the answer goes to the server alone', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open('/');
  await begin(page, 'elicit');
  const card = page.getByRole('article', { name: 'every asks you' });
  await card.getByLabel('String', { exact: true }).fill('Ada Lovelace, 1815');
  await expectAccessible(page);
  await card
    .getByLabel('Titled Single Select Enum, if any', { exact: true })
    .selectOption({ label: 'Wonder Woman' });
  await card
    .getByRole('group', { name: /^Untitled Multiple Select Enum/ })
    .getByLabel('Drums')
    .check();
  await page.reload();
  // Nobody has answered yet: it still asks, and what was not sent is gone.
  await card.getByLabel('String', { exact: true }).fill('Grace Hopper, 1906');
  await card
    .getByLabel('Titled Single Select Enum, if any', { exact: true })
    .selectOption({ label: 'Wonder Woman' });
  await card.getByRole('button', { name: 'Answer', exact: true }).click();
  await card.waitFor({ state: 'hidden' });
  await page.getByText('Done.', { exact: true }).waitFor();
  const read = stage.model?.requests.at(-1)?.raw ?? '';
  expect(read).toContain('Grace Hopper, 1906');
  expect(read).toContain('hero-3');
  expect(read).not.toContain('Ada Lovelace');

  await page.goto(stage.server.url);
  await begin(page, 'elicit');
  await card.getByRole('button', { name: 'Do not answer' }).click();
  await page.getByText('Done.', { exact: true }).waitFor();
  expect(stage.model?.requests.at(-1)?.raw).toMatch(/declined/i);
});

test('a tool of a file is called like any other, and the page says why another file gives none', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open('/');
  await begin(page, 'deploys');
  await page.getByRole('article', { name: 'list_deploys api' }).getByText('deploys of api').waitFor();
  await page.goto(`${stage.server.url}/tools`);
  const own = page.getByRole('table', { name: 'Tools of your own' });
  await own.getByRole('row', { name: /list_deploys.*Runs without asking\. Not split\./ }).waitFor();
  await own.getByRole('row', { name: /broken\.ts.*no address is set/ }).waitFor();
  await expectAccessible(page);
});

test('a tool whose server changes what it says of it is blocked until an admin has seen the change', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open('/');
  const isSent = () => stage.model?.requests.at(-1)?.raw.includes('"mcp__notes__twice"');
  await begin(page, 'change');
  await page.getByText('Done.', { exact: true }).waitFor();
  expect(isSent()).toBe(true);
  // The server tells of the change, and is then asked for its list.
  await eventually(async () => {
    await page.goto(`${stage.server.url}/tools`);
    return await page.getByText('1 tool blocked: changed by the server').count();
  }).toBe(1);
  await page.goto(stage.server.url);
  await begin(page, 'thanks');
  await page.getByText('Done.', { exact: true }).waitFor();
  expect(isSent()).toBe(false);

  await page.goto(`${stage.server.url}/tools`);
  await page.getByRole('button', { name: 'Review the changes of notes' }).click();
  const dialog = page.getByRole('dialog', { name: /notes changed 1 of its \d+ tools/ });
  await dialog.getByText('Before you call it, read').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep blocked' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Review the changes of notes' }).click();
  await dialog.getByRole('button', { name: 'Allow the change' }).click();
  await eventually(() => page.getByText('1 tool blocked').count()).toBe(0);
  await page.goto(stage.server.url);
  await begin(page, 'thanks');
  await page.getByText('Done.', { exact: true }).waitFor();
  expect(isSent()).toBe(true);
});

test('an admin opens a server to the gateway, and people watch what another agent does with it', async () => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce' })).open('/tools');
  for (const name of ['files', 'every']) {
    const open = page.getByRole('checkbox', { name: `Open ${name} to the gateway` });
    expect(await open.isChecked()).toBe(false);
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/settings'));
    await open.click();
    await saved;
  }
  const split = page.getByRole('checkbox', { name: 'Split results of files' });
  if (!(await split.isChecked())) {
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/settings'));
    await split.click();
    await saved;
  }
  const wanted = { name: 'terminal', scopes: ['run'] };
  const made = await stage.server.request('/api/tokens', { method: 'POST', body: wanted });
  const { token } = await made.json();
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${stage.server.url}/mcp/gateway`), { requestInit }),
  );
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: args });
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  };
  const view = await call('files__search_files', { path: folder, pattern: '**/*.txt' });
  expect(await countTokens(view)).toBeLessThanOrEqual(400);

  await page.goto(stage.server.url);
  await page.getByRole('link', { name: /^terminal, \d{4}-/ }).click();
  const calls = page.getByRole('article', { name: 'terminal wrote' });
  const found = calls.getByRole('article', { name: `files search_files ${folder}` });
  await found.getByText(/^recognised: /).waitFor();
  await expectAccessible(page);

  // What goes on now is there at once, and asks the people who look.
  const answered = call('every__trigger-elicitation-request', {});
  const asking = page.getByRole('article', { name: 'every asks you' });
  await asking.getByLabel('String', { exact: true }).fill('Mary Shelley');
  await asking.getByRole('button', { name: 'Answer', exact: true }).click();
  expect(await answered).toContain('Mary Shelley');
  await asking.waitFor({ state: 'hidden' });
  // A call that changes something waits for them.
  const path = join(folder, 'by-client.md');
  const written = call('files__write_file', { path, content: 'made' });
  const permission = page.getByRole('article', { name: 'The agent asks to call files write_file' });
  await permission.getByRole('button', { name: 'Allow once' }).click();
  await written;
  expect(existsSync(path)).toBe(true);
  await calls.getByRole('article', { name: `files write_file ${path}` }).waitFor();
  await page.reload();
  await eventually(() => calls.getByRole('article').count()).toBe(3);
  await page.goto(`${stage.server.url}/savings?by=client`);
  await page.getByRole('row', { name: /terminal/ }).waitFor();
  await client.close();
});
