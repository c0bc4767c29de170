import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, prepareBrowser } from '../support/browser.ts';
import { action, begin, cardNamed, makeConversation } from '../support/page-actions.ts';
import { openSharedStage, type SharedStage } from '../support/shared-stage.ts';

const visit = prepareBrowser();
/** The flood has at least this many lines. */
const floodLines = 200_000;

const colours = String.raw`
sgr = lambda code, text: f"\x1b[{code}m{text}\x1b[0m"
row = lambda pieces: print(" ".join(pieces))
row(sgr(base + n, f"named{base + n}") for base in (30, 90) for n in range(8))
row(sgr(base + n, f"paper{base + n}") for base in (40, 100) for n in range(8))
for start in range(0, 256, 64):
    row(sgr(f"38;5;{n}", f"palette{n}") for n in range(start, start + 64))
row(sgr(f"48;5;{n}", f"sheet{n}") for n in range(0, 256, 5))
levels = [(r, g, b) for r in (0, 128, 255) for g in (0, 128, 255) for b in (0, 128, 255)]
row(sgr(f"38;2;{r};{g};{b}", f"true{r}.{g}.{b}") for r, g, b in levels)
row(sgr(f"48;2;{r};{g};{b}", f"ground{r}.{g}.{b}") for r, g, b in levels)
row([sgr("2", "dim"), sgr("7", "inverse"), sgr("7;33", "inverse33"), sgr("31;43", "onpaper"), sgr("1;38:2::9:9:9", "colons")])
`;

/** What is printed, as bytes of Python, and what is left to read of it. */
const hostile: [printed: string, shown: string][] = [
  ['\\x1b]52;c;c3RvbGVu\\x07clipboard by BEL', 'clipboard by BEL'],
  ['\\x1b]52;c;c3RvbGVu\\x1b\\\\clipboard by ST', 'clipboard by ST'],
  ['\\xc2\\x9d52;c;c3RvbGVu\\xc2\\x9cclipboard by C1', 'clipboard by C1'],
  ['\\x1b]0;owned\\x07title 0', 'title 0'],
  ['\\x1b]2;owned\\x1b\\\\title 2', 'title 2'],
  ['\\x1b[?1049h\\x1b[2J\\x1b[Hother screen\\x1b[?1049l and back', 'other screen and back'],
  ['\\x1bcreset', 'reset'],
  ['10%\\r 50%\\r100%\\x1b[K done', '100% done'],
  ['\\xc2\\x9b31mC1 red\\xc2\\x9b0m', 'C1 red'],
  ['bytes \\xff\\xfe\\x80 of nothing', 'bytes \ufffd\ufffd\ufffd of nothing'],
  ['raw \\x9b31m C1', 'raw \ufffd31m C1'],
  ['\\x1bP+q544e\\x1b\\\\\\x1b_Gf=100;AAAA\\x1b\\\\\\x1b^pm\\x1b\\\\strings', 'strings'],
  ['\\x1b]1337;File=inline=1:AAAA\\x07file', 'file'],
  ['\\x1b[6n\\x1b[c\\x1b[21tasks\\x07', 'asks'],
  ['\\x1b]8;;javascript:alert(1)\\x07script\\x1b]8;;\\x07', 'script'],
  ['\\x1b]8;;data:text/html,x\\x07data\\x1b]8;;\\x07', 'data'],
  ['\\x1b]8;;https://example.org/x\\x07web\\x1b]8;;\\x07', 'webexample.org'],
  ['never ended\\x1b]0;owned', 'never ended'],
];
const hostileProgram = `import sys
lines = [${hostile.map(([printed]) => `b"${printed}"`).join(',\n')}, "user\\u202e \\u2066// admin\\u2069".encode(), b"last line"]
sys.stdout.buffer.write(b"\\n".join(lines) + b"\\n")
sys.stdout.flush()
if "ask" in sys.argv: input("\\x1b\\\\Go on? ")
`;

/** Prints until the test has seen enough, and at least `floodLines` lines, slowly from three quarters of that on; then how many. */
const flood = `import itertools, os, sys, time
for number in itertools.count(1):
    print(f"line {number} of the flood")
    if number % 1000 > 0: continue
    is_seen = os.path.exists("seen-flood.txt")
    if is_seen and number >= ${floodLines} or number >= ${10 * floodLines}: break
    sys.stdout.flush()
    if not is_seen: time.sleep(0.06 if number < ${floodLines * 0.75} else 0.5)
open("flooded.txt", "w").write(str(number))
`;

let stage: SharedStage;

beforeAll(async () => {
  stage = await openSharedStage({
    files: { 'colours.py': colours, 'hostile.py': hostileProgram, 'flood.py': flood },
  });
});
afterAll(async () => await stage?.close());

/** Every coloured word: its text, its colour, and its contrast with what lies behind it. */
const inked = (rows: Locator) =>
  rows.evaluateAll((elements) => {
    const channels = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = channels(colour)
        .slice(0, 3)
        .map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element): string => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (channels(backgroundColor)[3] !== 0) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    return elements
      .flatMap((row) => [...row.querySelectorAll('.src > span')])
      .filter((span) => (span.textContent ?? '').trim() !== '')
      .map((span) => {
        const { color } = getComputedStyle(span);
        const paper = behind(span);
        const [low = 0, high = 0] = [luminance(color), luminance(paper)].toSorted((a, b) => a - b);
        return { text: span.textContent ?? '', color, paper, contrast: (high + 0.05) / (low + 0.05) };
      });
  });

test.each(['light', 'dark'] as const)(
  'colours of 16, 256 and 16 million are shown, and can be read, in %s',
  async (colorScheme) => {
    const { id } = await makeConversation(stage.server, ['run python3 colours.py']);
    const page = await (await visit(stage.server.url, { colorScheme })).open(`/c/${id}`);
    const card = cardNamed(page, 'python3 colours.py');
    await card.getByText('colons').waitFor();
    await action(card, 'open').click();
    await page.locator('.panel .ln').getByText('colons').waitFor();
    for (const rows of [card.locator('.ln'), page.locator('.panel .ln')]) {
      const words = await inked(rows);
      expect(words.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
      expect(new Set(words.map(({ color }) => color)).size).toBeGreaterThan(200);
      expect(new Set(words.map(({ paper }) => paper)).size).toBeGreaterThan(50);
      const channelsOf = (word: string) =>
        (words.find(({ text }) => text === word)?.color.match(/[\d.]+/g) ?? []).map(Number);
      for (const word of ['named31', 'named91', 'palette196', 'true255.0.0']) {
        const [red = 0, green = 0, blue = 0] = channelsOf(word);
        expect(red, word).toBeGreaterThan(Math.max(green, blue) + 20);
      }
      for (const word of ['named34', 'palette21', 'true0.0.255']) {
        const [red = 0, green = 0, blue = 0] = channelsOf(word);
        expect(blue, word).toBeGreaterThan(Math.max(red, green) + 20);
      }
    }
  },
);

/** A browser that may read its clipboard, and has something of its own there. */
async function openWithClipboard(path: string): Promise<{ page: Page; clipboard: () => Promise<string> }> {
  const visitor = await visit(stage.server.url);
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.server.url });
  const page = await visitor.open(path);
  await page.bringToFront();
  await page.evaluate(() => navigator.clipboard.writeText('mine'));
  return { page, clipboard: () => page.evaluate(() => navigator.clipboard.readText()) };
}

test('what a program says to a terminal is inert: nothing but its words is on the card, in the panel, or done', async () => {
  const { page, clipboard } = await openWithClipboard('/');
  await begin(page, 'run python3 hostile.py');
  const card = cardNamed(page, 'python3 hostile.py');
  await card.getByText('exit 0').waitFor();
  await card.locator('.ln').getByText('last line').waitFor();
  await action(card, 'open').click();
  const row = (number: number) => page.locator(`.panel [data-line="${number}"] .src`);
  await row(hostile.length + 2).waitFor();
  const shown: (string | null)[] = [];
  for (const [index] of hostile.entries()) shown.push(await row(index + 1).textContent());
  expect(shown).toEqual(hostile.map(([, text]) => text));
  expect(
    await row(hostile.length + 1)
      .locator('.zw')
      .allTextContents(),
  ).toEqual(['RLO', 'LRI', 'PDI']);

  for (const part of [card, page.locator('.panel .lines')]) {
    const text = (await part.textContent()) ?? '';
    expect(text).toContain('last line');
    expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
    expect(text).not.toMatch(/owned|c3RvbGVu|javascript:/);
    const links = await part
      .locator('.ln a')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]));
    expect(links).toEqual([['https://example.org/x', 'noopener noreferrer nofollow ugc']]);
  }
  expect(await page.title()).toBe('run python3 hostile.py · Vitrine');
  expect(await clipboard()).toBe('mine');
});

test('a live terminal obeys it within its own screen alone', async () => {
  const { page, clipboard } = await openWithClipboard('/');
  await begin(page, 'terminal python3 hostile.py ask');
  const card = cardNamed(page, 'python3 hostile.py ask');
  // What a screen reader reads stands over what is seen.
  const read = card.getByRole('listitem').filter({ hasText: 'Go on?' });
  await read.waitFor();
  const seen = card.locator('.xterm-rows').getByText('Go on?');
  await eventually(async () => {
    const [readAt, seenAt] = [await read.boundingBox(), await seen.boundingBox()];
    return Math.abs((readAt?.y ?? 0) - (seenAt?.y ?? Number.NaN));
  }).toBeLessThan(5);
  const web = card.locator('.term-screen').getByText('web').first();
  const box = await web.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 6, { steps: 3 });
  await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 6);
  expect(await card.locator('.term-screen a').count()).toBe(0);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.title()).toBe('terminal python3 hostile.py ask · Vitrine');
  expect(await clipboard()).toBe('mine');
  // Nor does it answer for a person what the program asks the terminal.
  expect(await card.textContent()).not.toContain('[?1;2c');
  await card.getByRole('button', { name: 'Stop' }).click();
  await card.getByText('stopped by a person').waitFor();
  expect(await page.title()).toBe('terminal python3 hostile.py ask · Vitrine');
  expect(await clipboard()).toBe('mine');
});

test.each([
  ["printf '\\xff\\xfe'", '\ufffd\ufffd'],
  ["printf '\\xff\\xfe'; echo still text", '\ufffd\ufffdstill text'],
  ["printf '\\xc3'; sleep 0.3; printf '\\xa9\\n'", 'é'],
  ["printf 'a.ts\\0b c.ts\\0'", 'a.ts␀b c.ts␀'],
])('bytes that are no text, or come in halves, are shown as what they are: %s', async (command, shown) => {
  const { id } = await makeConversation(stage.server, [`run ${command}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const row = cardNamed(page, command).locator('.ln .src');
  await row.first().waitFor();
  expect(await row.allTextContents()).toEqual([shown]);
});

test('standard error is marked beside its lines, and said with its word', async () => {
  const command = 'echo before; sleep 0.4; echo wrong >&2; echo worse >&2; sleep 0.4; echo after';
  const { id } = await makeConversation(stage.server, [`run ${command}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, command);
  await card.locator('.ln').first().waitFor();
  const rows = await card
    .locator('.ln')
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('.src')?.textContent,
        row.classList.contains('err'),
        row.querySelector('.err-word')?.textContent ?? '',
      ]),
    );
  expect(rows).toEqual([
    ['before', false, ''],
    ['wrong', true, 'stderr'],
    ['worse', true, ''],
    ['after', false, ''],
  ]);
});

test.each([
  ['kill -SEGV $$', 'exit 139, segmentation fault'],
  ['kill -KILL $$', 'exit 137, killed'],
  ['no-such-program', 'exit 127, command not found'],
  ['exit 3', 'exit 3'],
])('how `%s` ended is reported in words: %s', async (command, words) => {
  const { id } = await makeConversation(stage.server, [`run ${command}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  await cardNamed(page, command).locator('.card-meta').getByText(words, { exact: true }).waitFor();
});

test('a program that looks for the network is reported on its card: it is off', async () => {
  const command = `python3 -c 'import socket; socket.create_connection(("example.org", 80), 3)'`;
  const { id } = await makeConversation(stage.server, [`run ${command}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const card = cardNamed(page, command);
  await card.getByText('network is off: the call names no hosts').waitFor();
  await card.getByText('exit 1', { exact: true }).waitFor();
});

test('an address that a program prints leads where it says, and is searched like the rest', async () => {
  const command = "echo 'Serving at http://localhost:3000/a?b=1.'";
  const { id } = await makeConversation(stage.server, [`run ${command}`]);
  const page = await (await visit(stage.server.url)).open(`/c/${id}`);
  const link = cardNamed(page, command).locator('.src a');
  await link.waitFor();
  expect(await link.textContent()).toBe('http://localhost:3000/a?b=1');
  expect(await link.getAttribute('href')).toBe('http://localhost:3000/a?b=1');
  expect(await link.getAttribute('rel')).toContain('noopener');
  expect(await cardNamed(page, command).locator('.src').textContent()).toBe(
    'Serving at http://localhost:3000/a?b=1.',
  );
});

test('a slow command is followed by itself past the lines that are held, for as long as nobody scrolls', async () => {
  // It ends when it has been looked at.
  const command =
    'for n in $(seq 1 420); do echo slow line $n; sleep 0.01; done; until [ -e seen.txt ]; do sleep 0.1; done';
  const page = await (await visit(stage.server.url)).open('/');
  await begin(page, `run ${command}`);
  const card = cardNamed(page, command);
  const last = card.locator('.live-lines .ln').last();
  await eventually(async () => Number(/line (\d+)/.exec((await last.textContent()) ?? '')?.[1] ?? 0)).toBe(
    420,
  );
  await eventually(() => card.getByText('following').count()).toBe(1);
  writeFileSync(join(stage.workspace, 'seen.txt'), '');
  await card.getByText('exit 0').waitFor();
  await eventually(() => card.locator('.ln').last().textContent()).toContain('slow line 420');
});

const lineIn = (text: string | null): number => Number(/line (\d+) of/.exec(text ?? '')?.[1] ?? 0);

test('a flood of lines is followed in few rows, let go of when scrolled up, and leaves the page awake', async () => {
  const page = await (await visit(stage.server.url)).open('/');
  await begin(page, 'run python3 flood.py');
  const card = cardNamed(page, 'python3 flood.py');
  const rows = card.locator('.ln');
  const scroller = card.locator('.live-lines');
  const newest = async () => lineIn(await rows.last().textContent());
  const isAtEnd = () => scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight <= 48);
  await eventually(newest).toBeGreaterThan(2_000);
  expect(await card.getByText('running').count()).toBe(1);

  for (const _ of [1, 2, 3]) {
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    // The page answered in the middle of the flood, not after it.
    expect(await card.getByText('running').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(await rows.count()).toBeLessThanOrEqual(250);
  expect(await isAtEnd()).toBe(true);
  const followed = await newest();
  await eventually(newest).toBeGreaterThan(followed + 2_000);

  await scroller.hover();
  await page.mouse.wheel(0, -600);
  const back = card.getByRole('button', { name: /^[\d,]+ new lines$/ });
  await back.waitFor();
  const readNew = async () => Number((await back.textContent())?.replace(/\D/g, ''));
  const current = {
    last: await newest(),
    top: await scroller.evaluate((box) => box.scrollTop),
    more: await readNew(),
  };
  await eventually(readNew).toBeGreaterThan(current.more + 2_000);
  expect(await newest()).toBe(current.last);
  expect(await scroller.evaluate((box) => box.scrollTop)).toBe(current.top);
  await back.click();
  await eventually(() => back.count()).toBe(0);
  await eventually(newest).toBeGreaterThan(current.last + 2_000);
  expect(await isAtEnd()).toBe(true);

  await action(card, 'open').click();
  const lines = page.locator('.panel .lines');
  const newestInPanel = () =>
    lines.evaluate((box) => {
      const bottom = box.getBoundingClientRect().bottom;
      const seen = [...box.querySelectorAll('.ln')].filter(
        (row) => row.getBoundingClientRect().bottom <= bottom + 20,
      );
      return Math.max(0, ...seen.map((row) => Number(row.getAttribute('data-line'))));
    });
  await eventually(newestInPanel).toBeGreaterThan(current.last);
  expect(await card.getByText('running').count()).toBe(1);
  const inPanel = await newestInPanel();
  await eventually(newestInPanel).toBeGreaterThan(inPanel + 2_000);
  expect(await lines.evaluate((box) => box.querySelectorAll('*').length)).toBeLessThan(6_000);

  writeFileSync(join(stage.workspace, 'seen-flood.txt'), '');
  await card.getByText('exit 0', { exact: true }).waitFor({ timeout: 60_000 });
  const total = Number(readFileSync(join(stage.workspace, 'flooded.txt'), 'utf8'));
  await card.getByText(`12 of ${total.toLocaleString('en')} lines`).waitFor();
  await eventually(newest).toBe(total);
  expect(await rows.count()).toBe(12);
  await eventually(newestInPanel).toBe(total);
});
