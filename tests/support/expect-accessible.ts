import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { eventually } from './browser.ts';
import { setTheme } from './page-actions.ts';

/** In both themes. Asked again while something is amiss: for a moment, as Next makes a page anew, it has no title. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme);
    await eventually(async () => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      return violations.map(({ id, nodes }) => [theme, id, nodes.map(({ html }) => html)]);
    }).toEqual([]);
  }
}
