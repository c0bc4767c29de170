import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { createBelongings } from './bench/belongings.ts';
import { askFirst, openConversation } from './bench/conversation.ts';
import { startVitrine } from './bench/servers/vitrine.ts';
import { chromiumFlags, chromiumProgram } from './chromium.ts';

/**
 * Takes the pictures of the README from the real page, with the example that every new installation has: `node scripts/record-pictures.ts`,
 * after a build. Run it when a page in them has changed.
 */
const repository = join(import.meta.dirname, '..');
const folder = join(repository, 'docs', 'pictures');
const viewport = { width: 1240, height: 760 };
/** How long each side of the card is shown. */
const sideMs = 2_200;
const turnMs = 50;
const turnFrames = 8;
/** What the savings page counts; the example is not counted. */
const questions = [
  'list all',
  'read package-lock.json',
  'find import',
  'show ARCHITECTURE.md',
  'read docs/openapi.json',
];

mkdirSync(folder, { recursive: true });
const belongings = createBelongings();
try {
  const server = await startVitrine({ isQuick: true, belongings }, { workspace: repository });
  const browser = await chromium.launch({ executablePath: chromiumProgram, args: [...chromiumFlags] });
  belongings.add(() => browser.close());
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1, colorScheme: 'light' });
  const page = await context.newPage();
  const save = (name: string, picture: Buffer) =>
    sharp(picture)
      .webp({ quality: 82 })
      .toFile(join(folder, `${name}.webp`));

  await page.goto(server.url, { waitUntil: 'load' });
  const example = await page.locator('a[href^="/c/"]').first().getAttribute('href');
  await page.goto(`${server.url}${example}`, { waitUntil: 'load' });
  const flip = page.locator('[data-card-action="flip"]').first();
  await flip.waitFor();
  const card = page.locator('.card', { has: flip }).first();
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.waitForTimeout(1_500);
  await save('chat', await page.screenshot());

  const box = await card.boundingBox();
  if (box === null) throw new Error('the card is not in sight');
  const clip = { x: box.x - 12, y: box.y - 12, width: box.width + 24, height: box.height + 24 };
  const shoot = () => page.screenshot({ clip });
  const frames: { picture: Buffer; ms: number }[] = [{ picture: await shoot(), ms: sideMs }];
  await flip.click();
  for (let frame = 0; frame < turnFrames; frame += 1) frames.push({ picture: await shoot(), ms: turnMs });
  await page.waitForTimeout(400);
  frames.push({ picture: await shoot(), ms: sideMs });
  await sharp(
    frames.map(({ picture }) => picture),
    { join: { animated: true } },
  )
    .webp({ quality: 80, delay: frames.map(({ ms }) => ms), loop: 0, effort: 6 })
    .toFile(join(folder, 'card-flips.webp'));
  await flip.click();

  await card.locator('[data-card-action="share"]').click();
  await page.getByRole('dialog').waitFor();
  await page.waitForTimeout(600);
  await save('share', await page.screenshot());
  await page.keyboard.press('Escape');

  await card.locator('[data-card-action="open"]').click();
  await page.waitForTimeout(2_000);
  await save('panel', await page.screenshot());
  await page.keyboard.press('b');
  await page.waitForTimeout(1_000);
  await save('both-sides', await page.screenshot());

  for (const question of questions) await askFirst(server, await openConversation(server), question);
  await page.goto(`${server.url}/savings`, { waitUntil: 'load' });
  await page.waitForTimeout(1_000);
  await save('savings', await page.screenshot());
} finally {
  await belongings.removeAll();
}
