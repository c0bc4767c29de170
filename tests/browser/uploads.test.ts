import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipOf } from '../support/archives.ts';
import { axeViolations } from '../support/axe-violations.ts';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { ofType, readEvents } from '../support/conversations.ts';
import { noise } from '../support/images.ts';
import { action, composer, conversationOf, say } from '../support/page-actions.ts';
import { pdfOf } from '../support/pdfs.ts';
import { numberedLines, openStage, type Stage, storeNames } from '../support/stage.ts';

const visit = prepareBrowser();
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const log = numberedLines(
  2_400,
  (at) =>
    `2026-11-26T03:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z ` +
    (at === 1_234
      ? 'ERROR importer: row 48,211 has no column'
      : `INFO importer: batch ${at} of 2,400 was written`),
);

const drafts = (page: Page) => page.locator('.draft-attachment');
/** Waits until what was chosen has been uploaded: a message that waits for a file is not sent. */
async function untilUploaded(page: Page): Promise<void> {
  await drafts(page).first().waitFor();
  await eventually(() => page.getByRole('progressbar').count()).toBe(0);
}
const choose = (page: Page, files: Parameters<Page['setInputFiles']>[1]) =>
  page.getByLabel('Files to attach').setInputFiles(files);
const textFile = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

/** Pastes as a browser does. */
const paste = (page: Page, text: string) =>
  composer(page).evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** Drags files over the page. */
const drag = (page: Page, kind: 'dragover' | 'drop' | 'dragleave', names: readonly string[]) =>
  page.evaluate(
    ([type, files]) => {
      const dataTransfer = new DataTransfer();
      for (const name of files) dataTransfer.items.add(new File([`text of ${name}`], name));
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [kind, [...names]] as const,
  );

/** Controls that are smaller than a finger. */
const smallControls = (page: Page) =>
  page.locator('.composer button, .composer-note button').evaluateAll((buttons) =>
    buttons
      .map((button) => ({
        name: button.ariaLabel ?? button.textContent,
        box: button.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ name }) => name),
  );

describe.each(storeNames)('what a person gives, on %s', (store) => {
  let stage: Stage;
  beforeAll(async () => {
    const environment = { VITRINE_MODEL_VISION: 'on' };
    stage = await openStage({ store, environment, script: () => ({ text: 'fine' }) });
  });
  afterAll(async () => await stage?.close());

  test('a file and an image begin a conversation: priced before, cards after, and the model reads views', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const png = await noise(64, 40).png().toBuffer();
    await choose(page, [
      textFile('importer.log', log),
      { name: 'chart.png', mimeType: 'image/png', buffer: png },
    ]);
    await eventually(async () => (await drafts(page).allInnerTexts()).toSorted()).toEqual([
      expect.stringMatching(/^chart\.png\n64 × 40 · \d/),
      expect.stringMatching(/^importer\.log\n1\d\d KB · [\d,]+ → \d{2,3} tokens$/),
    ]);
    await page.reload();
    await eventually(() => drafts(page).count()).toBe(2);
    await eventually(() => axeViolations(page)).toEqual([]);
    await say(page, 'Why did it stop?');
    await page.waitForURL(/\/c\/conv_/);

    const card = page.getByRole('article', { name: 'importer.log', exact: true });
    await card.getByText('has no column').waitFor();
    await page.getByRole('article', { name: 'chart.png', exact: true }).getByRole('img').waitFor();
    expect(await drafts(page).count()).toBe(0);
    await action(card, 'flip').click();
    await card.getByText(/recall_output\("art_/).waitFor();
    const seen = await card.locator('.seen').innerText();
    const messages = (stage.model?.requests.at(-1)?.body.messages ?? []) as {
      role: string;
      content: { text?: string }[];
    }[];
    const sent = messages.find(({ role }) => role === 'user')?.content.map(({ text }) => text);
    expect(sent).toContain(seen);
    await action(card, 'open').click();
    await page.locator('.panel').getByText('Checked by the server').waitFor({ state: 'attached' });
    await page
      .locator('.panel')
      .getByRole('button', { name: /^What the model saw/ })
      .click();
    await page.locator('.panel .seen-view').getByText('has no column').waitFor();
    await eventually(() => axeViolations(page)).toEqual([]);
  });

  test('files that are dropped anywhere go to the composer, one without a word of text too', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await drag(page, 'dragover', ['a.txt', 'b.txt', 'c.txt']);
    await page.getByText('Drop to attach 3 files').waitFor();
    await drag(page, 'dragleave', []);
    await page.getByText('Drop to attach').waitFor({ state: 'detached' });
    await drag(page, 'drop', ['a.txt']);
    await eventually(() => drafts(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^a\.txt\n13 bytes · \d+ tokens$/),
    ]);
    await composer(page).press('Enter');
    await page.waitForURL(/\/c\/conv_/);
    await page.getByRole('article', { name: 'a.txt', exact: true }).getByText('text of a.txt').waitFor();
    await page.getByRole('heading', { name: 'a.txt' }).waitFor();
    expect(stage.model?.requests.at(-1)?.raw).toContain('text of a.txt');
  });

  test('a long paste is attached at once, with both prices; as text it is sent whole, and the way back is one press', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const text = log.slice(0, 20_000);
    await composer(page).fill('What was it doing?');
    await paste(page, text);
    const note = page.locator('.composer-note');
    await note
      .getByText(/^Attached: \d+ tokens\. As text: [\d,]+ tokens now, and with every later step\.$/)
      .waitFor();
    expect(await composer(page).inputValue()).toBe('What was it doing?');
    await note.getByRole('button', { name: 'Paste as text instead' }).click();
    await eventually(() => composer(page).inputValue()).toBe(`What was it doing?\n\n${text}`);
    await eventually(() => drafts(page).count()).toBe(0);
    await note.getByRole('button', { name: 'Attach instead' }).click();
    await eventually(() => composer(page).inputValue()).toBe('What was it doing?');
    await eventually(() => drafts(page).count()).toBe(1);
    await note.getByRole('button', { name: 'Paste as text instead' }).click();
    await eventually(() => composer(page).inputValue()).toContain(text);
    await composer(page).press('Enter');
    await page.waitForURL(/\/c\/conv_/);
    await eventually(async () => {
      const [message] = ofType(await readEvents(stage.server, conversationOf(page)), 'user.message');
      return [message?.data.content, message?.data.attachments];
    }).toEqual([`What was it doing?\n\n${text}`, []]);
  });
});

describe('an upload', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({
      files: {
        'src/limits/bucket.ts': numberedLines(400, (at) => `export const line${at} = ${at};`),
        'notes.md': '# Notes\n',
        '.env': 'BUCKET=secret\n',
      },
    });
  });
  afterAll(async () => await stage?.close());

  test('shows its progress, is cancelled by itself, and Send waits for the others', async () => {
    const page = await (await visit(stage.server.url, phone)).open('/');
    let go: (() => void) | undefined;
    const released = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/api/attachments**', async (route) => {
      await released;
      await route.continue().catch(() => {});
    });
    await choose(page, [textFile('one.txt', 'one\n'), textFile('two.txt', 'two\n')]);
    await eventually(() => page.getByRole('progressbar').count()).toBe(2);
    await composer(page).fill('What is in it?');
    const send = page.getByRole('button', { name: /^Send/ });
    expect(await send.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('button', { name: 'Cancel one.txt' }).click();
    await eventually(() => drafts(page).count()).toBe(1);
    expect(await smallControls(page)).toEqual([]);
    await eventually(() => axeViolations(page)).toEqual([]);
    go?.();
    await eventually(() => drafts(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^two\.txt\n4 bytes/),
    ]);
    await eventually(() => send.getAttribute('aria-disabled')).toBe('false');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('is waited for by a message that is sent meanwhile, unless one types on or it fails', async () => {
    const page = await (await visit(stage.server.url, { expects: [/503/] })).open('/');
    let answer: () => Promise<void> = async () => {};
    await page.route('**/api/attachments**', (route) => {
      answer = () => route.continue();
    });
    const waiting = page.getByText('Sent once the files have arrived');
    const chooseOne = async (name: string) => {
      await choose(page, [textFile(name, 'one\n')]);
      await page.getByRole('button', { name: `Cancel ${name}` }).waitFor();
    };
    await chooseOne('one.txt');
    await composer(page).fill('What is in it');
    await composer(page).press('Enter');
    await waiting.waitFor();
    await composer(page).pressSequentially('?');
    await waiting.waitFor({ state: 'detached' });
    await composer(page).press('Enter');
    await waiting.waitFor();
    await answer();
    await page.waitForURL(/\/c\/conv_/);
    const [message] = ofType(await readEvents(stage.server, conversationOf(page)), 'user.message');
    expect(message?.data).toMatchObject({ content: 'What is in it?', attachments: [{ title: 'one.txt' }] });

    answer = async () => {};
    await page.unroute('**/api/attachments**');
    await page.route('**/api/attachments**', (route) => {
      answer = () => route.fulfill({ status: 503, json: { error: 'No room.', code: 'storage_unavailable' } });
    });
    await chooseOne('two.txt');
    await composer(page).fill('And in this?');
    await composer(page).press('Enter');
    await waiting.waitFor();
    await answer();
    await page.getByText('No room.').waitFor();
    await waiting.waitFor({ state: 'detached' });
    expect(await composer(page).inputValue()).toBe('And in this?');

    // Taken away, it is not what the message was to be sent with.
    answer = async () => {};
    await page.getByRole('button', { name: 'Remove two.txt' }).click();
    await page.unroute('**/api/attachments**');
    await page.route('**/api/attachments**', () => {});
    await chooseOne('three.txt');
    await composer(page).press('Enter');
    await waiting.waitFor();
    await page.getByRole('button', { name: 'Cancel three.txt' }).click();
    await waiting.waitFor({ state: 'detached' });
    expect(await composer(page).inputValue()).toBe('And in this?');
  });

  test('of a file of the workspace begins with @ and a part of its path', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await composer(page).pressSequentially('Compare with @buck');
    const list = page.getByRole('listbox', { name: 'People and files' });
    await list.getByText('src/limits/bucket.ts').waitFor();
    await eventually(() => axeViolations(page)).toEqual([]);
    await composer(page).press('Enter');
    await eventually(() => composer(page).inputValue()).toBe('Compare with `src/limits/bucket.ts` ');
    await eventually(() => drafts(page).allInnerTexts()).toEqual([
      expect.stringMatching(/^bucket\.ts\n\d+ KB · [\d,]+ → \d+ tokens$/),
    ]);
    await composer(page).pressSequentially('please');
    await composer(page).press('Enter');
    await page.waitForURL(/\/c\/conv_/);
    const card = page.getByRole('article', { name: 'src/limits/bucket.ts', exact: true });
    await card.scrollIntoViewIfNeeded();
    await card.locator('.ln').first().waitFor();
    await composer(page).pressSequentially('And @no');
    await list.getByText('notes.md').waitFor();
    await composer(page).press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  test('of an archive shows the files in it, and its bytes', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const buffer = Buffer.from(zipOf({ 'src/a.ts': 'const a = 1;\n', '<img src=x onerror=alert(1)>': 'x' }));
    await choose(page, [{ name: 'bundle.zip', mimeType: 'application/zip', buffer }]);
    await untilUploaded(page);
    await composer(page).press('Enter');
    await page.waitForURL(/\/c\/conv_/);
    const card = page.getByRole('article', { name: 'bundle.zip', exact: true });
    await card.scrollIntoViewIfNeeded();
    await action(card, 'open').click();
    await page.locator('.panel').getByText('2 files · 14 bytes unpacked').waitFor();
    expect(await page.locator('.archive li').allInnerTexts()).toEqual([
      expect.stringMatching(/^src\/a\.ts\s+13 bytes$/),
      expect.stringMatching(/^<img src=x onerror=alert\(1\)>\s+1 byte$/),
    ]);
    await eventually(() => axeViolations(page)).toEqual([]);
    await page.locator('.panel').getByRole('button', { name: 'Bytes' }).click();
    await page.locator('.panel .hex-row').first().waitFor();
  });

  test('of a notebook shows its cells, and what they printed', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const chart = (await noise(40, 20).png().toBuffer()).toString('base64');
    const cells = [
      { cell_type: 'markdown', source: ['# Orders by week\n', 'See <b>below</b>.'] },
      {
        cell_type: 'code',
        source: 'plot(orders)',
        execution_count: 3,
        outputs: [
          { output_type: 'stream', text: '52 weeks\n' },
          { output_type: 'display_data', data: { 'image/png': chart } },
          { output_type: 'error', ename: 'KeyError', evalue: 'price', traceback: ['KeyError: price'] },
        ],
      },
    ];
    const text = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
    await choose(page, [textFile('orders.ipynb', text)]);
    await untilUploaded(page);
    await composer(page).press('Enter');
    await page.waitForURL(/\/c\/conv_/);
    const card = page.getByRole('article', { name: 'orders.ipynb', exact: true });
    await card.scrollIntoViewIfNeeded();
    await action(card, 'open').click();
    const notebook = page.getByRole('group', { name: 'Notebook' });
    await notebook.getByRole('heading', { name: 'Orders by week' }).waitFor();
    await notebook.getByText('52 weeks').waitFor();
    await notebook.getByRole('img', { name: 'Output of the cell' }).waitFor();
    await notebook.getByText('KeyError: price').waitFor();
    await eventually(() => axeViolations(page)).toEqual([]);
    await page.locator('.panel').getByRole('button', { name: 'Source' }).click();
    await page.locator('.panel .ln').first().waitFor();
  });

  /** Sends a PDF, and opens it in the panel. */
  const openPdf = async (page: Page, name: string, buffer: Buffer) => {
    await choose(page, [{ name, mimeType: 'application/pdf', buffer }]);
    await untilUploaded(page);
    await composer(page).press('Enter');
    await page.waitForURL(/\/c\/conv_/);
    const card = page.getByRole('article', { name, exact: true });
    await card.scrollIntoViewIfNeeded();
    await action(card, 'open').click();
  };
  const pageNamed = (page: Page, number: number) =>
    page.getByRole('region', { name: `Page ${number}`, exact: true });
  /** Dark points of a drawn page. */
  const inkOf = (page: Page, number: number) =>
    pageNamed(page, number)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
        copy?.drawImage(canvas, 0, 0);
        const points = copy?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return Array.from(points).filter((value, at) => at % 4 === 0 && value < 100).length;
      });

  test('of a PDF shows its pages, finds words in it, and goes to a page', async () => {
    const pages = Array.from({ length: 900 }, (_, index) => [
      { text: `Chapter ${index + 1}`, size: 24 },
      index % 300 === 299 ? 'The safety valve is here.' : 'Nothing of interest.',
    ]);
    const page = await (await visit(stage.server.url)).open('/');
    await openPdf(page, 'pump-manual.pdf', pdfOf(pages));
    await pageNamed(page, 1).getByText('Chapter 1').waitFor();
    await eventually(() => inkOf(page, 1)).toBeGreaterThan(100);
    // Only the pages in sight exist.
    expect(await page.locator('.pdf-page').count()).toBeLessThan(8);
    await eventually(() => axeViolations(page)).toEqual([]);

    await page.getByLabel('Find in the PDF').fill('SAFETY valve');
    await page.getByRole('status').getByText('On 3 pages', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await pageNamed(page, 300).getByText('The safety valve is here.').waitFor();
    await page.locator('.pdf-text .is-found').waitFor();
    await page.getByRole('status').getByText('1 of 3 pages').waitFor();
    await page.getByRole('button', { name: 'Previous page with it' }).click();
    await pageNamed(page, 900).getByText('Chapter 900').waitFor();
    await page.getByLabel('Find in the PDF').fill('nowhere');
    await page.getByRole('status').getByText('On no page').waitFor();

    const field = page.getByLabel('Page, of 900');
    await field.fill('450');
    await field.press('Enter');
    await pageNamed(page, 450).getByText('Chapter 450').waitFor();
    await eventually(() => field.inputValue()).toBe('450');
    await page.getByRole('button', { name: 'Larger' }).click();
    await eventually(() => inkOf(page, 450)).toBeGreaterThan(100);
  });

  test('of a PDF that is locked asks for its password, which the server never gets', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await openPdf(page, 'pay.pdf', pdfOf([['Ann earns 4711.']], { password: 'sesame' }));
    const field = page.getByLabel('Password of the PDF');
    await field.fill('wrong');
    await field.press('Enter');
    await page.getByText('That was not its password.').waitFor();
    await eventually(() => axeViolations(page)).toEqual([]);
    await field.fill('sesame');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await pageNamed(page, 1).getByText('Ann earns 4711.').waitFor();
    expect(sent.filter((words) => words.includes('sesame'))).toEqual([]);
  });

  test('of a PDF that is damaged says so, and offers the file', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    await openPdf(page, 'broken.pdf', Buffer.from('%PDF-1.4\ngarbage'));
    await page.getByText('This PDF is damaged: its pages cannot be shown.').waitFor();
    await page.locator('.panel').getByRole('link', { name: 'Download' }).first().waitFor();
  });

  test('that is refused says why, in words, and the message can be sent without it', async () => {
    const page = await (await visit(stage.server.url, { expects: [/503/] })).open('/');
    await page.route('**/api/attachments**', (route) =>
      route.fulfill({ status: 503, json: { error: 'The storage is full.', code: 'storage_unavailable' } }),
    );
    await choose(page, [textFile('one.txt', 'one\n')]);
    await page.getByRole('alert').getByText('The storage is full.').waitFor();
    await eventually(() => axeViolations(page)).toEqual([]);
    await say(page, 'help');
    await page.waitForURL(/\/c\/conv_/);
  });

  test('of an image says so if the model does not see', async () => {
    const page = await (await visit(stage.server.url)).open('/');
    const png = await noise(8, 8).png().toBuffer();
    await choose(page, [{ name: 'chart.png', mimeType: 'image/png', buffer: png }]);
    await page.locator('.composer-note').getByText('does not see images').waitFor();
    await page.getByRole('button', { name: 'Remove chart.png' }).click();
    await page.locator('.composer-note').waitFor({ state: 'detached' });
  });
});
