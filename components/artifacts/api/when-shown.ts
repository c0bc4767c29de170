/** `prerendering` is not in TypeScript's types yet. */
export interface ShownDocument extends EventTarget {
  prerendering?: boolean;
}

/** Does it now, or where a browser has loaded the page ahead, when somebody comes to it. */
export function whenShown(page: ShownDocument, act: () => void): void {
  if (page.prerendering === true) page.addEventListener('prerenderingchange', act, { once: true });
  else act();
}
