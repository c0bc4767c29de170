import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ofType, readEvents } from '../support/conversations.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { git, makeRepository } from '../support/git-repository.ts';
import { startGitServer } from '../support/git-server.ts';
import { type NpmRegistry, startNpmRegistry } from '../support/npm-registry.ts';
import { begin, say } from '../support/page-actions.ts';
import { heard, isAfterTool, openStage, type Stage, storeNames } from '../support/stage.ts';

const visit = prepareBrowser();

/** What the agent changes in `cart.js` when a message asks for it. */
const edits: Record<string, { oldText: string; newText: string }> = {
  'fix it': { oldText: 'prices.length', newText: 'prices.reduce((a, b) => a + b, 0)' },
  comment: { oldText: '(a, b) => a + b', newText: '(total, price) => total + price' },
};

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
        if (isAfterTool(request))
          return { text: heard(request).startsWith('A comment') ? 'Renamed.' : 'Installed.' };
        const edit = edits[heard(request).startsWith('A comment') ? 'comment' : heard(request)];
        if (edit) return { toolCalls: [{ name: 'edit_file', arguments: { path: 'cart.js', ...edit } }] };
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

  test('a failing test is fixed in a worktree, reviewed by comments on lines, committed, pushed, and its request is linked in the thread', async () => {
    rmSync(join(stage.workspace, 'node_modules'), { recursive: true, force: true });
    makeRepository(stage.workspace, {
      '.gitignore': 'node_modules\n',
      'cart.js': 'exports.sum = (prices) => prices.length;\n',
      'cart.test.js': `const { sum } = require('./cart.js');
require('node:test')('sums', () => require('node:assert').equal(sum([2, 3]), 5));\n`,
    });
    const around = mkdtempSync(join(tmpdir(), 'vitrine-hosted-'));
    const hosted = join(around, 'team', 'shop.git');
    git(tmpdir(), 'clone', '-q', '--bare', stage.workspace, hosted);
    git(hosted, 'config', 'http.receivepack', 'true');
    const token = 'token-0123456789';
    const requests: unknown[] = [];
    const server = await startGitServer(around, { user: 'ada', token, mayPush: true }, (path, body) => {
      requests.push({ path, ...(body as object) });
      return { status: 201, body: { html_url: `${server.url}/repos/team/shop/pulls/7` } };
    });
    const visitor = await visit(stage.server.url, { reducedMotion: 'reduce' });
    const settings = await visitor.open(`/workspaces/${workspace}`);
    await settings.getByLabel('Address of the repository').fill(`${server.url}/repos/team/shop.git`);
    await settings.getByLabel('Kind of server').selectOption('gitea');
    await settings.getByLabel('Branch that requests go into').fill(git(hosted, 'branch', '--show-current'));
    await settings.getByRole('button', { name: 'Save remote' }).click();
    await eventually(
      async () => (await (await stage.server.request(`/api/workspaces/${workspace}`)).json()).remote?.kind,
    ).toBe('gitea');

    const page = await visitor.open('/');
    await page.getByRole('checkbox', { name: /Own worktree/ }).check();
    await begin(page, 'node --test cart.test.js');
    const tests = page.getByRole('article', { name: 'node --test cart.test.js' }).last();
    await tests.getByText('exit 1').first().waitFor();
    await say(page, 'fix it');
    const bar = page.getByRole('region', { name: 'Own worktree' });
    await bar.getByText('1 file changed').waitFor();
    await bar.getByRole('button', { name: 'Review changes' }).click();
    const panel = page.getByRole('complementary', { name: /^Artifact: All changes/ });
    await panel.locator('.ln.add .no').last().click();
    await panel.getByRole('button', { name: 'Comment', exact: true }).click();
    const field = panel.getByRole('textbox', { name: /^Comment on L\d+ of the diff/ });
    await field.fill('Name the parameters for what they are.');
    await expectAccessible(page);
    await field.press('Enter');
    await panel.getByRole('note', { name: /^Comment on L\d+, not sent yet/ }).waitFor();
    // It is of this tab, and a reload loses nothing.
    await page.reload();
    await panel.getByRole('note', { name: /^Comment on L\d+, not sent yet/ }).waitFor();
    await expectAccessible(page);
    await panel.getByRole('button', { name: /^Edit the comment/ }).click();
    await field.fill('Something else');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.getByRole('note').getByText('Name the parameters for what they are.').waitFor();
    await panel.getByRole('button', { name: 'Send to the agent' }).click();
    await eventually(() => panel.getByRole('note').count()).toBe(0);
    const review = page
      .getByRole('article', { name: /wrote/ })
      .filter({ hasText: 'A comment on your changes:' });
    await review.getByText('Name the parameters for what they are.').waitFor();
    expect(await review.innerText()).toMatch(/cart\.js\W*, line 1/);
    expect(await review.innerText()).toContain('prices.reduce((a, b) => a + b, 0)');
    await page.getByText('Renamed.', { exact: true }).waitFor();
    await bar.getByRole('button', { name: 'Review changes' }).click();
    await panel.locator('.ln.add').getByText('total + price').waitFor();
    await say(page, 'node --test cart.test.js');
    // The set-up of the first one ended with `exit 0`, too: its own answer says that it is over.
    await eventually(() => page.getByText('Installed.', { exact: true }).count()).toBe(3);
    await tests.getByText('exit 0').first().waitFor();

    // Disabled while the agent works. The buttons move when it ends: a key does not miss them.
    await bar.getByText('1 file changed').waitFor();
    const push = bar.getByRole('button', { name: 'Push' });
    await eventually(() => push.isEnabled()).toBe(true);
    await push.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Push these changes' });
    await dialog.getByLabel('Commit message').fill('Sum the prices\n\nIt counted them.');
    await dialog.getByLabel('User name').fill('ada');
    await dialog.getByLabel('Token').fill(token);
    const branch = await dialog.getByLabel(/^Branch on/).inputValue();
    await dialog.getByRole('button', { name: 'Push', exact: true }).press('Enter');
    const linked = dialog.getByRole('link', { name: 'Open the request' });
    await linked.or(dialog.getByRole('alert')).waitFor();
    // What was answered in its stead says what failed.
    expect(await dialog.getByRole('alert').allInnerTexts()).toEqual([]);
    await linked.waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page
      .getByRole('article')
      .getByRole('link', { name: `${server.url}/repos/team/shop/pulls/7` })
      .waitFor();
    expect(requests).toMatchObject([
      { path: '/api/v1/repos/repos/team/shop/pulls', head: branch, title: 'Sum the prices' },
    ]);
    expect(git(hosted, 'show', `${branch}:cart.js`)).toContain('total + price');
    expect(git(hosted, 'log', '-1', '--format=%an%n%(trailers:key=Co-authored-by)', branch)).toContain(
      'Vitrine agent',
    );
    await server.close();
  });
});
