import type { Locator, Page } from 'playwright-core';

/**
 * What is wrong with the first row of an element, in words; `null`: it is in sight. The row is found by what it shows (the
 * first text or picture in the box), never by a class, so that a style that reaches it from elsewhere cannot hide it.
 */
export const firstRowFault = (box: Locator): Promise<string | null> =>
  box.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ALL, (node) => {
      if (node instanceof Element) {
        if (!node.checkVisibility() || getComputedStyle(node).position === 'absolute')
          return node.matches('svg, img, canvas, iframe') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
        return node.matches('img, canvas, iframe') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
      }
      const isText = node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '';
      return isText && node.parentElement?.checkVisibility() && !node.parentElement.closest('.vh')
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_SKIP;
    });
    const first = walker.nextNode();
    if (!first) return 'shows nothing';
    const range = document.createRange();
    range.selectNode(first);
    const row = first instanceof Element ? first.getBoundingClientRect() : range.getClientRects()[0];
    const text = first.textContent?.trim().slice(0, 40) || first.nodeName.toLowerCase();
    if (!row || row.height < 1 || row.width < 1) return `no size: ${text}`;
    const outer = element.getBoundingClientRect();
    const isInside = row.top >= outer.top - 1 && row.bottom <= outer.bottom + 1 && row.left >= outer.left - 1;
    if (!isInside || row.left >= outer.right) return `outside its box: ${text}`;
    if (row.left < 0 || row.left >= document.documentElement.clientWidth) return `beside the page: ${text}`;
    const above = document.elementFromPoint(row.left + 1, row.top + row.height / 2);
    const isOnTop = above !== null && (element.contains(above) || above.contains(element));
    return isOnTop || row.top + row.height / 2 > innerHeight ? null : `covered: ${text}`;
  });

/** How much wider a page is than what is seen of it, in px. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** As high as a finger is wide, in px. */
const touchPx = 44;

/**
 * What can be pressed on a page or in its panel and is lower than a finger, in words. A link within a sentence takes the height
 * of its line, and the numbers of lines have another way to the same.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((minPx) => {
    const pressed = 'button, a[href], input, select, textarea, summary';
    const small = [...document.querySelectorAll<HTMLElement>(`:is(main, aside) :is(${pressed})`)].flatMap(
      (element) => {
        const target = element.closest<HTMLElement>('label, .field') ?? element;
        const isInSentence = element.matches('a') && getComputedStyle(element).display === 'inline';
        if (isInSentence || element.tabIndex === -1 || !element.checkVisibility() || element.closest('.vh'))
          return [];
        const { width, height } = target.getBoundingClientRect();
        if (width === 0 || height >= minPx - 0.5) return [];
        // It may reach further than its box: over all of the head of its card.
        target.scrollIntoView({ block: 'center' });
        const box = target.getBoundingClientRect();
        const middle = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        // What lies under something else cannot be pressed at all.
        if (middle === null || !(target.contains(middle) || middle.contains(target))) return [];
        const reaches = [-1, 1].every((side) => {
          const y = (box.top + box.bottom) / 2 + side * (minPx / 2 - 1);
          return document.elementFromPoint((box.left + box.right) / 2, y) === element;
        });
        if (reaches) return [];
        const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
        return [
          `${element.tagName.toLowerCase()}.${element.className} “${name.slice(0, 30)}” ${Math.round(height)} px`,
        ];
      },
    );
    return [...new Set(small)];
  }, touchPx);
