import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations, colourRules } from './axe-violations.ts';
import { eventually, untilAwake } from './browser.ts';
import { setTheme } from './page-actions.ts';

/** In both themes. Asked again while something is amiss: for a moment, as Next makes a page anew, it has no title. */
export async function expectAccessible(page: Page): Promise<void> {
  await setTheme(page, 'light');
  await eventually(() => axeViolations(page)).toEqual([]);
  await setTheme(page, 'dark');
  await eventually(() => axeViolations(page, { only: colourRules })).toEqual([]);
}

/**
 * The panel that is open, in light, in dark and, loaded again, on a phone; nor is the page wider than its window.
 * @param content what the panel shows once all of it is there
 */
export async function expectAccessiblePanel(page: Page, content: Locator): Promise<void> {
  const look = async (only?: readonly string[]) => {
    await content.waitFor();
    await eventually(() => axeViolations(page, { part: '.panel', ...(only ? { only } : {}) })).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  };
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await look();
  await page.emulateMedia({ colorScheme: 'dark' });
  await look(colourRules);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await untilAwake(page);
  await look();
}
