import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recording } from '#scripts/split/recordings.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { expectAccessiblePanel } from '../support/expect-accessible.ts';
import { action, cardOf, makeConversation } from '../support/page-actions.ts';
import { afterFrames, sum, tasksDuring } from '../support/page-tasks.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
const keyCount = 200_000;
const rowCount = 100_000;
const columnCount = 60;

const script = '<script>window.wasRun = 1</script><img src=x onerror="window.wasRun = 2">';
const hostileJson = `{
  "__proto__": {"polluted": true},
  ${JSON.stringify(script)}: ${JSON.stringify(script)},
  "user\u202e": "a\u2066b\u200b",
  "same": 1e400,
  "same": 12345678901234567890,
  "long": "${'x'.repeat(5_000)}",
  "list": [{"b": ["zero", {"name": "Rake"}]}]
}
`;
const manyKeys = `{${Array.from({ length: keyCount }, (_, index) => `"key ${index}": {"value": ${index}}`).join(',\n')}}\n`;
/** Each row has a number of its own in its name, and they are in no order. */
const nameAt = (index: number): number => (index * 7919) % rowCount;
const manyRows = `number,name,price\n${Array.from(
  { length: rowCount },
  (_, index) => `${index + 1},"Item, ${nameAt(index)}",${((index * 31) % 1_000) / 4}`,
).join('\n')}\n`;
const wide = [0, 1, 2]
  .map((row) =>
    Array.from({ length: columnCount }, (_, index) => (row === 0 ? `c${index}` : row * 100 + index)).join(
      ',',
    ),
  )
  .join('\n');

let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({
    files: {
      'hostile.json': hostileJson,
      'broken.json': '{\n  "good": 1,\n  "bad": [1, 2\n  "worse": 2\n}\n',
      'many.json': manyKeys,
      'large.json': `[${'"text that fills it",\n'.repeat(1_600_000)}1]`,
      'commits.ndjson': recording('data/commits-ndjson').text,
      'products.csv': recording('data/sqlite-csv').text,
      'result.txt': recording('data/psql-aligned').text,
      'many.csv': manyRows,
      'wide.csv': wide,
      'names.csv': 'id,name\n',
      'letters.csv': 'WWWWWWWW,mmmm,iiiiiiii\n1,2,3\n4,5,6\n',
      'odd.csv': `name,${script}\n${script.replaceAll(',', '')},"two\nlines"\nshort\nuser\u202e,2,3\n`,
    },
  });
});
afterAll(async () => await stage?.close());

const options = { viewport: { width: 1440, height: 900 } };

async function openFile(
  name: string,
  visitOptions = {},
): Promise<{ page: Page; card: Locator; panel: Locator }> {
  const { id, artifactIds } = await makeConversation(stage.server, [`show ${name}`]);
  const page = await (await visit(stage.server.url, { ...options, ...visitOptions })).open(`/c/${id}`);
  const card = cardOf(page, artifactIds[0] ?? '');
  await card.getByRole('button', { name, exact: true }).first().click();
  return { page, card, panel: page.locator('.panel') };
}

const rowsOf = (panel: Locator) => panel.getByRole('treeitem');
const cellsOf = (panel: Locator, column: number) =>
  panel.locator(`tbody [aria-colindex="${column}"]`).allTextContents();
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const mayCopy = { permissions: ['clipboard-read', 'clipboard-write'] };

/**
 * A large file takes the page many tasks, about a second of CPU time together: none of them does a quarter of all that there is to do,
 * nor as much as a person would feel, so the page answers in between.
 */
function expectSlices(tasks: number[]): void {
  expect(tasks.length).toBeGreaterThan(50);
  expect(Math.max(...tasks)).toBeLessThan(400);
  expect(Math.max(...tasks)).toBeLessThan(sum(tasks) / 4);
}

test('a JSON file is a tree: hostile keys inert, numbers as written, keys that stand twice both there', async () => {
  const { page, panel } = await openFile('hostile.json', mayCopy);
  await rowsOf(panel).first().waitFor();
  const texts = await rowsOf(panel).allTextContents();
  expect(texts[0]).toContain('7 keys');
  expect(texts).toContain(`${JSON.stringify(script)}: ${JSON.stringify(script)}`);
  expect(texts).toContain('"same": 1e400');
  expect(texts).toContain('"same": 12345678901234567890');
  expect(texts.some((text) => text.startsWith('"__proto__": '))).toBe(true);
  expect(await rowsOf(panel).locator('.zw').allTextContents()).toEqual(['RLO', 'LRI', 'ZWSP']);
  expect(await page.evaluate(() => [Reflect.get(window, 'wasRun'), Reflect.get({}, 'polluted')])).toEqual([
    undefined,
    undefined,
  ]);
  expect(await panel.locator('img, script').count()).toBe(0);

  await panel.getByRole('button', { name: 'more, 5,002 characters' }).click();
  await panel.getByRole('treeitem', { name: /x{4000}/ }).waitFor();

  await panel.getByLabel('Filter keys and values').fill('rake');
  await panel.getByText('1 value found').waitFor();
  expect(await panel.locator('mark').allTextContents()).toEqual(['Rake']);
  await panel.getByRole('treeitem', { name: /"Rake"/ }).click();
  await panel.getByRole('button', { name: 'Copy path' }).click();
  await eventually(() => clipboard(page)).toBe('$.list[0].b[1].name');
  await panel.getByRole('button', { name: 'Copy value' }).click();
  await eventually(() => clipboard(page)).toBe('Rake');
  await panel.getByRole('button', { name: 'Show in source' }).click();
  await panel.locator('[data-line="8"]').waitFor();
  await panel.getByRole('button', { name: 'Tree' }).click();
  await rowsOf(panel).first().waitFor();
});

test('the tree is walked, folded and unfolded with the keyboard alone', async () => {
  const { page, panel } = await openFile('commits.ndjson');
  const tree = panel.getByRole('tree');
  await rowsOf(panel).first().waitFor();
  await tree.focus();
  const active = () => panel.locator('[role=treeitem][aria-selected=true]');
  const state = async () => [
    await active().getAttribute('aria-level'),
    await active().getAttribute('aria-expanded'),
  ];
  const press = async (key: string, level: string, expanded: string) => {
    await page.keyboard.press(key);
    await eventually(state).toEqual([level, expanded]);
  };
  await press('Home', '1', 'true');
  await press('ArrowRight', '2', 'false');
  await press('ArrowRight', '2', 'true');
  await press('ArrowLeft', '2', 'false');
  await press('ArrowLeft', '1', 'true');
  await press('ArrowLeft', '1', 'false');
  expect(await rowsOf(panel).count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await eventually(() => active().getAttribute('aria-posinset')).toBe(
    await active().getAttribute('aria-setsize'),
  );
  expect(await tree.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
});

test('the arrows go on from what was pressed, a row of a tree or a cell', async () => {
  const json = await openFile('hostile.json');
  await json.panel.getByRole('treeitem', { name: '"same": 1e400' }).click();
  await json.page.keyboard.press('ArrowDown');
  await eventually(() => json.panel.locator('[role=treeitem][aria-selected=true]').textContent()).toBe(
    '"same": 12345678901234567890',
  );
  await json.panel.getByRole('button', { name: 'more, 5,002 characters' }).click();
  await json.page.keyboard.press('ArrowUp');
  await eventually(() => json.panel.locator('[role=treeitem][aria-selected=true]').textContent()).toBe(
    '"same": 1e400',
  );

  const table = await openFile('products.csv');
  await table.panel.locator('tbody [aria-colindex="2"]').getByText('1', { exact: true }).click();
  await table.page.keyboard.press('ArrowDown');
  await table.panel.locator('.data-td.is-active').getByText('2', { exact: true }).waitFor();
});

test('what was folded by hand under a filter stays so, also behind the source', async () => {
  const { panel } = await openFile('hostile.json');
  await panel.getByLabel('Filter keys and values').fill('rake');
  await panel.getByText('1 value found').waitFor();
  await panel.getByRole('treeitem', { name: /^"list"/ }).click();
  await eventually(() => panel.getByRole('treeitem', { name: /"Rake"/ }).count()).toBe(1);
  const shown = await rowsOf(panel).allTextContents();
  await panel.getByRole('button', { name: 'Source', exact: true }).click();
  await panel.locator('[data-line="8"]').waitFor();
  await panel.getByRole('button', { name: 'Tree' }).click();
  await rowsOf(panel).first().waitFor();
  // So long it would take to find them again.
  await afterFrames(panel.page());
  expect(await rowsOf(panel).allTextContents()).toEqual(shown);
});

test('broken JSON says where it breaks, keeps what came before, and shows the line', async () => {
  const { panel } = await openFile('broken.json');
  await panel.getByText('Not valid JSON, line 4: a comma or ] was expected, not "').waitFor();
  expect(await rowsOf(panel).allTextContents()).toContain('"good": 1');
  await panel.getByRole('button', { name: 'Show line 4' }).click();
  await panel.locator('[data-line="4"]').getByText('"worse"').waitFor();
});

test(`${keyCount.toLocaleString('en-US')} keys fold, unfold and are filtered, and the page is never held`, async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show many.json']);
  const page = await (await visit(stage.server.url, options)).open(`/c/${id}`);
  const panel = page.locator('.panel');
  const tasks = await tasksDuring(page, async () => {
    await action(cardOf(page, artifactIds[0] ?? ''), 'open').click();
    await panel.getByText('200,000 keys').waitFor();
    await panel.getByRole('button', { name: 'Fold and unfold' }).click();
    await page.getByRole('menuitemradio', { name: 'Unfold all' }).click();
    await panel.getByRole('treeitem', { name: '"value": 3', exact: true }).waitFor();
    await panel.getByLabel('Filter keys and values').fill('key 199999');
    await panel.getByRole('treeitem', { name: /^"key 199999"/ }).waitFor();
  });
  expect(await rowsOf(panel).count()).toBe(2);
  expectSlices(tasks);
  await panel.getByLabel('Filter keys and values').fill('');
  await eventually(() => rowsOf(panel).count()).toBeGreaterThan(20);
  expect(await panel.locator('*').count()).toBeLessThan(1_500);
});

test('what is too large for a tree says so, and its source goes on', async () => {
  const { panel } = await openFile('large.json');
  await panel.getByText('too large for a tree').waitFor();
  await panel.getByRole('button', { name: 'Source' }).click();
  await panel.locator('[data-line="1"]').waitFor();
});

test('a CSV file is a table: sorted, filtered, copied, each row by its line', async () => {
  const { page, card, panel } = await openFile('products.csv', mayCopy);
  await card.locator('table th').first().waitFor();
  expect(await card.locator('table th').allTextContents()).toEqual([
    'id',
    'name',
    'category',
    'price',
    'stock',
    'added',
  ]);
  expect(await card.locator('tbody tr').count()).toBe(11);
  await panel.getByText('80 rows').waitFor();
  const sortByPrice = panel.getByRole('button', { name: 'price', exact: true });
  await sortByPrice.click();
  const prices = async () => (await cellsOf(panel, 5)).map(Number);
  await eventually(async () => (await prices())[0]).toBeLessThan(3);
  expect(await prices()).toEqual((await prices()).toSorted((a, b) => a - b));
  await sortByPrice.click();
  await panel.locator('[aria-sort="descending"]').waitFor();
  await eventually(async () => (await prices())[0]).toBeGreaterThan(80);
  await sortByPrice.click();
  await eventually(async () => (await cellsOf(panel, 2))[0]).toBe('1');

  await panel.getByLabel('Filter rows').fill('kettle');
  await panel.getByLabel('Column to filter').selectOption('name');
  await panel.getByText(/^\d+ of 80 rows$/).waitFor();
  const shown = await cellsOf(panel, 3);
  expect(shown.every((name) => name.startsWith('Kettle'))).toBe(true);
  await panel.getByRole('button', { name: /^Copy these rows/ }).click();
  await eventually(async () => (await clipboard(page)).split('\n')[0]).toBe(
    'id\tname\tcategory\tprice\tstock\tadded',
  );
  expect((await clipboard(page)).trim().split('\n')).toHaveLength(shown.length + 1);

  await panel.getByRole('button', { name: 'Show line 6', exact: true }).click();
  await panel.locator('[data-line="6"]').getByText('Kettle 5').waitFor();
});

test('cells are inert; ragged rows are reported and shown; a cell is read whole', async () => {
  const { page, panel } = await openFile('odd.csv');
  await panel.getByText('2 rows do not have 2 cells.').waitFor();
  expect(await panel.getByRole('columnheader').allTextContents()).toEqual([
    'Line',
    'name',
    script,
    'column 3',
  ]);
  expect(await panel.locator('tbody [aria-colindex="2"] .zw').allTextContents()).toEqual(['RLO']);
  expect(await panel.locator('img, script').count()).toBe(0);
  expect(await page.evaluate(() => Reflect.get(window, 'wasRun') ?? null)).toBeNull();
  await panel.getByRole('grid').focus();
  for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  await eventually(() => panel.locator('.data-cell code').textContent()).toBe('two↵\nlines');
});

test(`${rowCount.toLocaleString('en-US')} rows open, sort and filter, and the page is never held`, async () => {
  const { id, artifactIds } = await makeConversation(stage.server, ['show many.csv']);
  const page = await (await visit(stage.server.url, options)).open(`/c/${id}`);
  const panel = page.locator('.panel');
  const tasks = await tasksDuring(page, async () => {
    await action(cardOf(page, artifactIds[0] ?? ''), 'open').click();
    await panel.getByText('100,000 rows').waitFor();
    await panel.getByRole('button', { name: 'name', exact: true }).click();
    await eventually(async () => (await cellsOf(panel, 3))[1]).toBe('Item, 1');
    await panel.getByLabel('Filter rows').fill('item, 99999');
    await panel.getByText('1 of 100,000 rows').waitFor();
  });
  const index =
    Array.from({ length: rowCount }, (_, at) => at).find((at) => nameAt(at) === rowCount - 1) ?? 0;
  const cells = async () => [...(await cellsOf(panel, 2)), ...(await cellsOf(panel, 3))];
  await eventually(cells).toEqual([`${index + 1}`, `Item, ${rowCount - 1}`]);
  expectSlices(tasks);
  expect(await panel.locator('*').count()).toBeLessThan(1_500);
});

test('a wide table has only the columns in sight in the page, and leads to the last', async () => {
  const { page, panel } = await openFile('wide.csv');
  await panel.getByRole('grid').focus();
  expect(await panel.getByRole('columnheader').count()).toBeLessThan(25);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await panel.locator('.data-td.is-active').getByText('159').waitFor();
  await panel.getByRole('columnheader', { name: 'c59' }).waitFor();
});

test('no cell of a column that has room is cut, and what was done in a table is there after its source', async () => {
  const { page, panel } = await openFile('many.csv');
  await panel.getByText('100,000 rows').waitFor();
  await panel.getByRole('button', { name: 'number', exact: true }).click();
  await panel.getByRole('button', { name: 'number', exact: true }).click();
  await eventually(async () => (await cellsOf(panel, 2))[0]).toBe('100000');
  const cut = () =>
    panel
      .locator('.data-td, .data-name button')
      .evaluateAll((cells) =>
        cells.flatMap((cell) => (cell.scrollWidth > cell.clientWidth ? [cell.textContent] : [])),
      );
  expect(await cut()).toEqual([]);
  await panel.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await panel.locator('.data-cell').getByText('100000').waitFor();
  await panel.getByRole('button', { name: 'Source' }).click();
  await panel.locator('[data-line="1"]').waitFor();
  await panel.getByRole('button', { name: 'Table' }).click();
  await panel.locator('.data-cell').getByText('100000').waitFor();
  expect((await cellsOf(panel, 2))[0]).toBe('100000');
});

test('a name is whole whatever its letters, in the panel as on the card', async () => {
  const { card, panel } = await openFile('letters.csv');
  for (const names of [card.locator('th'), panel.locator('.data-name button')]) {
    await names.first().waitFor();
    expect(await names.allTextContents()).toEqual(['WWWWWWWW', 'mmmm', 'iiiiiiii']);
    const cut = await names.evaluateAll(
      (all) => all.filter((name) => name.scrollWidth > name.clientWidth).length,
    );
    expect(cut).toBe(0);
  }
});

test('a table of names alone says so; a wide one has few columns on its card, and tells of the others', async () => {
  const { panel } = await openFile('names.csv');
  await panel.getByText('This table has columns but no rows.').waitFor();
  const { card } = await openFile('wide.csv');
  await card.getByText(`The first 24 of ${columnCount} columns`).waitFor();
  expect(await card.locator('th').count()).toBe(24);
});

test.each([
  [1440, 900],
  [1000, 800],
  [390, 844],
])(
  'in a window of %i px the bar of the panel cuts nothing off, Keep and the badge least of all',
  async (width, height) => {
    const { id, artifactIds } = await makeConversation(stage.server, ['show products.csv']);
    const page = await (await visit(stage.server.url, { viewport: { width, height } })).open('/');
    await page.clock.install();
    await page.goto(`${stage.server.url}/c/${id}#${artifactIds[0]}`);
    const bar = page.locator('.panel-bar.views');
    const outside = () =>
      bar.evaluate((element) => {
        const box = element.getBoundingClientRect();
        return [...element.querySelectorAll(':scope > *, .seg > *')].flatMap((item) => {
          const own = item.getBoundingClientRect();
          if (own.width === 0) return [];
          const isIn = own.left >= box.left && own.right <= box.right + 0.5 && own.bottom <= box.bottom;
          return isIn ? [] : [item.textContent];
        });
      });
    await bar.locator('.ring').waitFor();
    expect(await outside()).toEqual([]);
    await page.clock.fastForward(26 * 60_000);
    await bar.getByRole('button', { name: 'Keep' }).waitFor();
    expect(await bar.locator('.badge').isVisible()).toBe(true);
    expect(await outside()).toEqual([]);
  },
);

test.each(['products.csv', 'hostile.json', 'list'])(
  'a share of %s shows it in a height of its own',
  async (name) => {
    const { artifactIds } = await makeConversation(stage.server, [
      name === 'list' ? 'list all .' : `show ${name}`,
    ]);
    const answer = await stage.server.request(`/api/artifacts/${artifactIds[0]}/shares`, {
      method: 'POST',
      body: { audience: 'link' },
    });
    const { url } = await answer.json();
    const page = await (await visit(stage.server.url, options)).open(new URL(url).pathname);
    const view = page.locator('.case').locator('.data-grid, [role=tree]');
    await page.locator('.case').locator('[role=treeitem], tbody td').first().waitFor();
    await eventually(async () => (await view.boundingBox())?.height ?? 0).toBeGreaterThan(150);
    expect((await view.boundingBox())?.height ?? 0).toBeLessThan(900 - 200);
  },
);

test.each(['hostile.json', 'odd.csv'])(
  '%s has nothing that axe objects to, in light, dark and on a phone',
  async (name) => {
    const { page, panel } = await openFile(name);
    await expectAccessiblePanel(page, panel.getByRole(name.endsWith('json') ? 'tree' : 'grid'));
  },
);
