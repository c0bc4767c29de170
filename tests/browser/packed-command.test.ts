import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { installPackage, npxVitrine } from '../support/installed-package.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { writeFiles } from '../support/temp-folder.ts';

const visit = prepareBrowser();
let stage: SharedStage;
let installed: ReturnType<typeof installPackage>;
beforeAll(async () => {
  stage = await openSharedStage();
  installed = installPackage();
});
afterAll(async () => await stage?.close());

test('holds JavaScript alone, and none of the server', () => {
  const { files } = installed;
  expect(files).toContain('dist/run.js');
  expect(files.filter((path) => /\.tsx?$/.test(path))).toEqual([]);
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
    VITRINE_URL: stage.server.url,
  });
  expect(printed).toContain('npm test: exit 1');
  expect(printed).toContain('1 failed, 149 passed');
  expect(printed).toContain('price 77');
  expect(printed).not.toContain('price 90');
  const [, url = '', id = ''] = /all of it: (http\S+\/a\/(art_[a-z2-7]+))/.exec(printed) ?? [];
  expect(
    npxVitrine(folder, ['recall', id, '--query', 'price 90'], { VITRINE_URL: stage.server.url }),
  ).toContain('price 90');

  const page = await (await visit(stage.server.url)).open(new URL(url).pathname);
  const panel = page.getByRole('complementary', { name: /^Artifact: npm test/ });
  await panel.getByText('price 77').first().waitFor();
  await page
    .getByRole('article', { name: /wrote$/ })
    .getByText('exit 1')
    .first()
    .waitFor();
  await expectAccessible(page);
  // What the caller's model read is what people see that it read, byte for byte.
  const saw = await (await stage.server.request(`/api/artifacts/${id}?view=assistant`)).text();
  expect(printed.startsWith(saw.trimEnd())).toBe(true);
});

test('npx vitrine show and share print addresses', async () => {
  const { folder } = installed;
  writeFiles(folder, { 'notes.md': '# Notes\n\nA heron.\n' });
  const environment = { VITRINE_URL: stage.server.url };
  const url = npxVitrine(folder, ['show', 'notes.md'], environment).trim();
  const id = url.split('/').at(-1) ?? '';
  expect(await (await stage.server.request(`/api/artifacts/${id}`)).text()).toBe('# Notes\n\nA heron.\n');
  const link = npxVitrine(folder, ['share', id], environment).trim();
  expect((await fetch(link)).status).toBe(200);
});
