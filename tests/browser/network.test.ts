import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ofType, readEvents } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { type NpmRegistry, startNpmRegistry } from '../support/npm-registry.ts';
import { begin, say } from '../support/page-actions.ts';
import { heard, isAfterTool, openStage, type Stage, storeNames } from '../support/stage.ts';

const visit = prepareBrowser();

/** A project that needs one package, of a registry that has a name of its own. */
describe.each(storeNames)('commands that reach a registry, on %s', (store) => {
  let stage: Stage;
  let registry: NpmRegistry;
  let host: string;
  let workspace: string;

  beforeAll(async () => {
    registry = await startNpmRegistry('greeter', 'console.log("hello");', 'registry.test');
    host = new URL(registry.url).host;
    const config = join(mkdtempSync(join(tmpdir(), 'vitrine-network-')), 'vitrine.config.json');
    writeFileSync(
      config,
      JSON.stringify({ network: { privateHosts: [{ host: 'registry.test', address: '127.0.0.1' }] } }),
    );
    stage = await openStage({
      store,
      files: {
        'package.json': JSON.stringify({ name: 'project', dependencies: { greeter: '1.2.3' } }),
        'package-lock.json': JSON.stringify(registry.lock),
      },
      // Runs what it is asked to, and asks for the registry if the message says so.
      script: (request) => {
        if (isAfterTool(request)) return { text: 'Installed.' };
        const [command = '', asks] = heard(request).split(' with ');
        if (asks === 'its token') {
          const input = { command, secrets: ['NPM_TOKEN'] };
          return { toolCalls: [{ name: 'run_and_display', arguments: input }] };
        }
        const hosts = asks === undefined ? {} : { hosts: [host, 'cdn.example.org'] };
        return { toolCalls: [{ name: 'run_and_display', arguments: { command, ...hosts } }] };
      },
      environment: { VITRINE_CONFIG: config, VITRINE_EXEC: 'auto' },
    });
    workspace = stage.workspace.split('/').at(-1) ?? '';
  });
  afterAll(async () => {
    await stage?.close();
    registry?.close();
  });

  const card = (page: Page) => page.getByRole('article', { name: 'npm ci' }).last();

  test('a command without hosts fails, and says that it named none', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await begin(page, `npm ci --registry ${registry.url}`);
    await page.getByText('network is off: the call names no hosts').waitFor();
    expect(registry.asked).toEqual([]);
  });

  test('npm ci asks for its hosts, is allowed for the workspace, runs live, and says what it reached', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const id = await begin(page, 'npm ci with the registry');
    const asking = page.getByRole('article', { name: 'The agent asks to run a command' });
    await asking.waitFor();
    expect(await asking.innerText()).toContain(`Asks to reach ${host}, cdn.example.org`);
    expect(await asking.innerText()).toContain('reaches 2 hosts');
    await expectAccessible(page);
    await asking.getByRole('button', { name: 'Always allow' }).click();
    await page.getByRole('menuitem', { name: `These hosts, in ${workspace}` }).click();
    await card(page).getByText('added 1 package').first().waitFor();
    await page.getByText('You allowed this, and its hosts in this workspace').waitFor();
    await card(page)
      .getByText(/^Reached registry\.test, /)
      .waitFor();
    await card(page).getByRole('button', { name: 'Show hosts' }).click();
    await card(page).getByText('1 connection,').waitFor();
    expect(await card(page).getByRole('list', { name: 'Hosts' }).innerText()).toMatch(/allowed by /);
    await expectAccessible(page);
    expect(readFileSync(join(stage.workspace, 'node_modules/greeter/main.mjs'), 'utf8')).toContain('hello');
    const [done] = ofType(await readEvents(stage.server, id), 'tool.execution_complete');
    // npm also asks the public registry about vulnerabilities: nobody allowed that.
    expect(done?.data.toolTelemetry.traffic).toMatchObject([
      { host: 'registry.npmjs.org', refusal: 'not_allowed', receivedBytes: 0 },
      { host: 'registry.test', refusal: null },
    ]);
  });

  test('in the next conversation it asks nobody, and its packages come from the cache', async () => {
    const tarballs = () => registry.asked.filter((path) => path.endsWith('.tgz')).length;
    const before = tarballs();
    expect(before).toBe(1);
    const page = await (await visit(stage.server.url)).open('/');
    await begin(page, 'rm -rf node_modules; npm ci');
    const again = page.getByRole('article', { name: /npm ci/ }).last();
    await again.getByText('added 1 package').first().waitFor();
    expect(tarballs()).toBe(before);
  });

  test('the page of the workspace shows the hosts, and removes them; variables reach commands', async () => {
    // The browser reports what the server refuses.
    const expects = [/status of 400 .*\/api\/workspaces\//];
    const visitor = await visit(stage.server.url, { expects });
    const page = await visitor.open('/workspaces');
    await page.getByRole('link', { name: workspace }).click();
    const hosts = page.getByRole('table', { name: 'Allowed hosts' });
    await hosts.getByText(host).waitFor();
    await page.getByLabel('Host', { exact: true }).fill('127.0.0.1');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('alert').getByText('Only names of hosts').waitFor();
    await page.getByLabel('Host', { exact: true }).fill('*.Example.org');
    await page.getByRole('button', { name: 'Allow' }).click();
    await hosts.getByText('*.example.org').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('GREETING');
    await page.getByLabel('Value', { exact: true }).fill('from the "page"');
    await page.getByRole('button', { name: 'Set variable' }).click();
    await page.getByRole('table', { name: 'Variables' }).getByText('GREETING').waitFor();
    await expectAccessible(page);
    for (const name of [host, 'cdn.example.org', '*.example.org'])
      await page.getByRole('button', { name: `Remove: ${name}` }).click();
    await eventually(() => hosts.count()).toBe(0);

    const chat = await visitor.open('/');
    await begin(chat, 'echo "$GREETING"');
    await chat.getByText('from the "page"', { exact: true }).last().waitFor();
    await page.bringToFront();
    await page.getByLabel('Name of the secret').fill('NPM_TOKEN');
    await page.getByLabel('Value of the secret').fill('npm_0123456789abcdef');
    await page.getByRole('button', { name: 'Set secret' }).click();
    await page.getByRole('table', { name: 'Secrets' }).getByText('NPM_TOKEN').waitFor();
    expect(await page.content()).not.toContain('npm_0123456789abcdef');
    await chat.bringToFront();
    await say(chat, 'echo "it is $NPM_TOKEN" | tee token.txt with its token');
    const asking = chat.getByRole('article', { name: 'The agent asks to run a command' });
    await asking.getByText('Gets the secret NPM_TOKEN').waitFor();
    await asking.getByRole('button', { name: 'Allow once' }).click();
    await chat.getByText('it is [secret NPM_TOKEN]').last().waitFor();
    expect(readFileSync(join(stage.workspace, 'token.txt'), 'utf8')).toBe('it is npm_0123456789abcdef\n');
    expect(JSON.stringify(stage.model?.requests)).not.toContain('npm_0123456789abcdef');
    await page.bringToFront();
    await page.getByRole('button', { name: 'Write here' }).click();
    await page
      .getByLabel('Set-up script')
      .fill('echo "set up" > made-by-set-up; echo "all is ready"; sleep 2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('It runs with the next command.').waitFor();
    await chat.bringToFront();
    await say(chat, 'cat made-by-set-up');
    const card = chat.getByRole('article', { name: 'cat made-by-set-up' });
    // Its own output is followed on the card of the command that waits for it.
    await card.getByText('all is ready').waitFor();
    await card.getByText('The workspace was set up first: exit 0').waitFor();
    await card.getByRole('button', { name: 'Its output' }).click();
    await chat.getByRole('complementary').getByText('all is ready').first().waitFor();
    await expectAccessible(chat);
    await page.bringToFront();
    await page.reload();
    await page.getByText(/^exit 0 after/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^0 bytes of/).waitFor();
  });
});
