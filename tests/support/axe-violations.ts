import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

/** The axe-core that the declared package brings. */
const { resolve } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const source = readFileSync(resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose answer depends on colours. A theme changes nothing else. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

export interface AxeViolation {
  rule: string;
  /** The HTML of each element that breaks it, cut after its start. */
  elements: string[];
}

export interface AxeOptions {
  /** Selector of the part that is looked at; all of the page where there is none. */
  part?: string;
  /** The rules that are asked; all that axe has switched on where there are none. */
  only?: readonly string[];
  /** Rules that are not asked. */
  without?: readonly string[];
}

interface AxeResults {
  violations: { id: string; nodes: { html: string }[] }[];
}

/**
 * What axe objects to in a page as it is now. Axe is loaded once for each document, and is asked for violations alone: to describe
 * all that passed would take longer than to find it.
 * It does not look into the frames of apps, whose pages are those of others.
 * @throws Error where the page has other frames
 */
export async function axeViolations(
  page: Page,
  { part, only, without = [] }: AxeOptions = {},
): Promise<AxeViolation[]> {
  if (page.frames().some((frame) => frame !== page.mainFrame() && !isOfApp(frame))) {
    throw new Error('axe is asked of pages without frames');
  }
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return await page.evaluate(
    async ({ include, options }) => {
      const axe = Reflect.get(window, 'axe') as {
        run(context: unknown, options: unknown): Promise<AxeResults>;
      };
      // Half faded, a colour is none of the page's.
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const { violations } = await axe.run(include === undefined ? document : { include }, options);
      return violations.map(({ id, nodes }) => ({
        rule: id,
        elements: nodes.map(({ html }) => html.slice(0, 200)),
      }));
    },
    {
      include: part === undefined ? undefined : [part],
      options: {
        resultTypes: ['violations'],
        iframes: false,
        rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
        ...(only === undefined ? {} : { runOnly: { type: 'rule', values: only } }),
      },
    },
  );
}

/** The document around the page of an app, or that page. */
const isOfApp = (frame: Frame | null): boolean =>
  frame !== null && (/\/api\/content\/[^/]+\/app\?/.test(frame.url()) || isOfApp(frame.parentFrame()));
