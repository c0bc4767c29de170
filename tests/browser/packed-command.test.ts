import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { installPackage, npxVitrine } from '../support/installed-package.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';
import { startVitrine, type VitrineServer } from '../support/vitrine-server.ts';

const checkout = join(import.meta.dirname, '..', '..');
const typescript = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
const visit = prepareBrowser();
let installed: ReturnType<typeof installPackage>;
/** Started from the package as well: all of it works without a checkout. */
let server: VitrineServer;
beforeAll(async () => {
  installed = installPackage();
  const launcher = [join(installed.folder, 'node_modules', 'vitrine', 'scripts', 'vitrine.mjs'), 'start'];
  server = await startVitrine({ launcher, workspace: tempFolder() });
});
afterAll(async () => await server?.end('SIGTERM'));

test('holds JavaScript and types alone, and what the pages load', () => {
  const { files } = installed;
  expect(files).toContain('dist/run.js');
  expect(files.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))).toEqual([]);
  expect(files.filter((path) => /\.map$|(?:^|\/)node_modules\//.test(path))).toEqual([]);
});

test('does not name the folder in which it was made', () => {
  const { folder, files } = installed;
  const texts = files.filter((path) => /\.(?:[cm]?js|json|d\.ts|html|rsc|meta|css|md)$/.test(path));
  expect(texts.length).toBeGreaterThan(500);
  const naming = texts.filter((path) =>
    readFileSync(join(folder, 'node_modules', 'vitrine', path), 'utf8').includes(checkout),
  );
  expect(naming).toEqual([]);
});

test('editors find the types of vitrine/tools, and programs the function', async () => {
  const { folder } = installed;
  const source = `import { defineTool } from 'vitrine/tools';
export default defineTool({
  name: 'greet',
  description: 'Greets.',
  parameters: {},
  handler: async (_, { workspace }) => ({ textResultForLlm: workspace }),
});\n`;
  writeFiles(folder, {
    'greet.mts': source,
    'wrong.mts': source.replace('textResultForLlm', 'text'),
    'greet.mjs': source,
  });
  const tsc = (file: string) =>
    spawnSync(
      process.execPath,
      [typescript, '--noEmit', '--strict', '--module', 'nodenext', '--types', '', file],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
  expect(tsc('greet.mts')).toMatchObject({ status: 0 });
  expect(tsc('wrong.mts').stdout).toContain("Type '{ text: string; }' is not assignable");
  const greet = await import(join(folder, 'greet.mjs'));
  expect(greet.default).toMatchObject({ name: 'greet' });
});

test('npx vitrine split and config check work there, without a server', () => {
  const { folder } = installed;
  const lines = Array.from({ length: 5_000 }, (_, at) => `2026-11-29 10:00:00 INFO request ${at}`);
  writeFiles(folder, { 'server.log': [...lines, '2026-11-29 10:00:01 ERROR disk is full'].join('\n') });
  const view = npxVitrine(folder, ['split', 'server.log'], {});
  expect(view).toContain('disk is full');
  expect(view.length).toBeLessThan(4_000);
  expect(npxVitrine(folder, ['config', 'check'], {})).toContain('the defaults apply');
});

test('npx vitrine doctor and replay work there too', () => {
  const { folder } = installed;
  const environment = { VITRINE_DATA_DIR: join(folder, 'other-data'), VITRINE_WORKSPACES: tempFolder() };
  const examined = npxVitrine(folder, ['doctor', '--no-model'], environment);
  expect(examined).toMatch(/ok +Data folder +.*other-data, which the first start makes/);
  expect(examined).toMatch(/checks: 0 faults/);
  expect(npxVitrine(folder, ['replay', 'question-of-log'], environment)).toContain('1 of 1');
});

test('npx vitrine run --view of a failing project names its failures, and its artifact opens in the browser', async () => {
  const { folder } = installed;
  writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'shop', private: true, scripts: { test: 'node --test' } }),
    'cart.test.js': `const test = require('node:test');
const assert = require('node:assert');
for (let at = 0; at < 150; at += 1) test('price ' + at, () => assert.notEqual(at, 77));\n`,
  });
  const printed = npxVitrine(folder, ['run', '--view', '--', 'npm', 'test'], {
    VITRINE_URL: server.url,
  });
  expect(printed).toContain('npm test: exit 1');
  expect(printed).toContain('1 failed, 149 passed');
  expect(printed).toContain('price 77');
  expect(printed).not.toContain('price 90');
  const [, url = '', id = ''] = /all of it: (http\S+\/a\/(art_[a-z2-7]+))/.exec(printed) ?? [];
  expect(npxVitrine(folder, ['recall', id, '--query', 'price 90'], { VITRINE_URL: server.url })).toContain(
    'price 90',
  );

  const page = await (await visit(server.url)).open(new URL(url).pathname);
  const panel = page.getByRole('complementary', { name: /^Artifact: npm test/ });
  await panel.getByText('price 77').first().waitFor();
  await page
    .getByRole('article', { name: /wrote$/ })
    .getByText('exit 1')
    .first()
    .waitFor();
  await expectAccessible(page);
  // What the caller's model read is what people see that it read, byte for byte.
  const saw = await (await server.request(`/api/artifacts/${id}?view=assistant`)).text();
  expect(printed.startsWith(saw.trimEnd())).toBe(true);
});

test('npx vitrine show and share print addresses', async () => {
  const { folder } = installed;
  writeFiles(folder, { 'notes.md': '# Notes\n\nA heron.\n' });
  const environment = { VITRINE_URL: server.url };
  const url = npxVitrine(folder, ['show', 'notes.md'], environment).trim();
  const id = url.split('/').at(-1) ?? '';
  expect(await (await server.request(`/api/artifacts/${id}`)).text()).toBe('# Notes\n\nA heron.\n');
  const link = npxVitrine(folder, ['share', id], environment).trim();
  expect((await fetch(link)).status).toBe(200);
});
