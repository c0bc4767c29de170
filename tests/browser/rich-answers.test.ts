import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { action, begin, changeAppearance, selectedLines } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';
import { heard, isAfterTool, numberedLines } from '../support/stage.ts';

const visit = prepareBrowser();
const turnOff = (page: Page, label: RegExp) =>
  changeAppearance(page, () => page.getByRole('switch', { name: label }).uncheck());

let stage: SharedStage;

const rich = `
Energy is $E = mc^2$, and it costs $5 to $6.

\\[
\\int_0^1 x\\,dx = \\frac{1}{2}
\\]

| Model | Price | Calls |
|:--|--:|--:|
| b | $12 | 1,000 |
| a | $3.50 | 90 |
| c | $0.25 | 200 |

<details>
<summary>Why</summary>

Because of **this**[^1].

</details>

[^1]: A note below.

See src/server.ts:42, \`src/server.ts:7:3\` and nowhere/gone.ts:1.
`;

const diagram = '```mermaid\nflowchart LR\n  A[Composer] --> B{Split}\n  B --> C[Artifact]\n```';

const hostile = `
$\\href{javascript:window.wasRun=1}{x}$ and $\\def\\a{\\a\\a}\\a$ and $\\rule{9999em}{9999em}$ and $\\includegraphics{https://evil.example/x.png}$

$$
\\htmlClass{float}{\\htmlStyle{position:fixed}{x}} \\unknown
$$

\`\`\`mermaid
%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "* { background: url(https://evil.example/css) }"}}%%
flowchart LR
  A["<img src=x onerror=window.wasRun=1>"] --> B
  click A href "javascript:window.wasRun=1"
  click B call callback()
\`\`\`

\`\`\`mermaid
gantt
  dateFormat YYYY-MM-DD
  tickInterval 1millisecond
  excludes monday,tuesday,wednesday,thursday,friday,saturday,sunday
  section S
  A :a1, 2000-01-01, 3000d
\`\`\`

\`\`\`mermaid
no diagram at all
\`\`\`

\`\`\`mermaid
block-beta
  columns 1
  space:100000000
\`\`\`

$$
${'\\sqrt{'.repeat(480)}x${'}'.repeat(480)}
$$

$$
\\def\\a{${'x'.repeat(2_400)}}${'\\a '.repeat(480)}
$$
`;

beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'src/server.ts': numberedLines(300, (number) => `const line${number} = ${number};`) },
    script: (request) => {
      if (heard(request) === 'hostile') return { text: hostile };
      if (heard(request) === 'diagram') return { text: diagram };
      if (heard(request) !== 'search') return { text: rich };
      return isAfterTool(request)
        ? { text: 'found' }
        : { toolCalls: [{ name: 'grep_file', arguments: { pattern: 'line4[0-9] =' } }] };
    },
  });
});
afterAll(async () => await stage?.close());

const open = async (words: string, expects: RegExp[] = []) => {
  const page = await (await visit(stage.server.url, { reducedMotion: 'reduce', expects })).open('/');
  await begin(page, words);
  return page;
};
const proseOf = (page: Page) => page.locator('.prose').first();

test('formulas are set, and prices stay text; off, their source is shown', async () => {
  const page = await open('rich');
  const prose = proseOf(page);
  await eventually(() => prose.locator('.formula .katex').count()).toBe(2);
  expect(await prose.locator('.formula.is-display').count()).toBe(1);
  await prose.getByText('and it costs $5 to $6.').waitFor();
  await expectAccessible(page);

  await turnOff(page, /^Rich formatting in answers/);
  await eventually(() => prose.locator('.formula-source').allTextContents()).toEqual([
    'E = mc^2',
    '\\int_0^1 x\\,dx = \\frac{1}{2}',
  ]);
  expect(await prose.locator('th button').count()).toBe(0);
});

test('a table is sorted by its heads, and copied as it is sorted', async () => {
  const visitor = await visit(stage.server.url, {
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await visitor.open('/');
  await begin(page, 'rich');
  const table = proseOf(page).getByRole('table');
  const models = () => table.locator('tbody tr td:first-child').allTextContents();
  await table.getByRole('button', { name: 'Price' }).click();
  await eventually(models).toEqual(['c', 'a', 'b']);
  expect(await table.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  await table.getByRole('button', { name: 'Price' }).click();
  await eventually(models).toEqual(['b', 'a', 'c']);
  await proseOf(page).getByRole('button', { name: 'Copy this table' }).click();
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Model\tPrice\tCalls\nb\t$12\t1,000\na\t$3.50\t90\nc\t$0.25\t200',
  );
  await table.getByRole('button', { name: 'Price' }).click();
  await eventually(models).toEqual(['b', 'a', 'c']);
});

test('details open, and a footnote leads to its note and back', async () => {
  const page = await open('rich');
  const prose = proseOf(page);
  const details = prose.locator('details');
  expect(await details.getByText('Because of').isVisible()).toBe(false);
  await details.getByText('Why').click();
  await details.getByRole('link', { name: '1' }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('↩');
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('1');
  expect(page.url()).not.toContain('#note');
});

test('a path with a line opens that file there, as it is now; a missing file says so; off, they are text', async () => {
  const page = await open('rich', [/404 \(Not Found\)/]);
  const prose = proseOf(page);
  await prose.getByRole('link', { name: 'src/server.ts:42' }).click();
  await eventually(() => selectedLines(page)).toEqual([42]);
  await prose.getByRole('link', { name: 'src/server.ts:7:3' }).click();
  await eventually(() => selectedLines(page)).toEqual([7]);
  await prose.getByRole('link', { name: 'nowhere/gone.ts:1' }).click();
  await prose.locator('.path-link.is-missing [role=status]').waitFor({ state: 'attached' });
  // The address of a link leads there, too, once somebody says so.
  await page.goto(`${page.url().split('#')[0]}#file:src%2Fserver.ts:43`);
  await page.reload();
  await page
    .getByRole('dialog', { name: 'Open src/server.ts?' })
    .getByRole('button', { name: 'Open' })
    .click();
  await eventually(() => selectedLines(page)).toEqual([43]);

  await turnOff(page, /^Paths such as/);
  await eventually(() => prose.locator('.path-link').count()).toBe(0);
  await prose.getByText('See src/server.ts:42').waitFor();
});

test('a match of a search opens its file at its line', async () => {
  const page = await open('search');
  await action(page.locator('.card').first(), 'open').click();
  await page.locator('.panel .at a', { hasText: '42' }).first().click();
  await eventually(() => selectedLines(page)).toEqual([42]);
});

test('a diagram is drawn as an image, in the colours of the page, and its source is a press away', async () => {
  const page = await open('diagram');
  const prose = proseOf(page);
  const image = prose.getByRole('img', { name: 'Diagram: flowchart LR' });
  await image.waitFor();
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
  const light = await image.getAttribute('src');
  await page.emulateMedia({ colorScheme: 'dark' });
  await eventually(() => image.getAttribute('src')).not.toBe(light);
  await expectAccessible(page);
  await prose.getByRole('button', { name: 'Source', exact: true }).click();
  await prose.getByText('B --> C[Artifact]').waitFor();
});

test('hostile formulas and diagrams run nothing, load nothing, and end', async () => {
  const page = await open('hostile');
  const prose = proseOf(page);
  await prose.getByText('Could not draw this diagram. Charts that leave out days').waitFor();
  await eventually(() => prose.getByText('Could not draw this diagram.').count()).toBe(3);
  await prose.getByRole('img', { name: 'Diagram: flowchart LR' }).waitFor();
  await eventually(() => prose.locator('.fence').count()).toBe(4);
  expect(await prose.locator('.formula-source').count()).toBeGreaterThan(2);
  expect(
    await prose
      .locator('a[href^="javascript:"], script, iframe, foreignObject, [onerror], [style*="fixed"]')
      .count(),
  ).toBe(0);
  await prose.getByRole('img', { name: 'Diagram: flowchart LR' }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'wasRun') ?? null)).toBeNull();
  const tallest = await prose
    .locator('.formula')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(Math.max(0, ...tallest)).toBeLessThan(1_000);
  expect(await page.locator('body > [id^="ddiagram"], body > svg').count()).toBe(0);
});
