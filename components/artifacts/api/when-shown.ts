/** `prerendering` is not in TypeScript's types yet. */
export interface ShownDocument extends EventTarget {
  prerendering?: boolean;
}

/** Acts now or, if the browser prerendered the page, once somebody opens it. */
export function whenShown(page: ShownDocument, act: () => void): void {
  if (page.prerendering === true) page.addEventListener('prerenderingchange', act, { once: true });
  else act();
}
