/**
 * What acts, what leads elsewhere, what fetches by itself before any policy is asked, and what of SVG would set an attribute
 * again that was taken away.
 */
const removed =
  'script, link, meta, base, iframe, frame, frameset, object, embed, applet, portal, template, animate, set, animateMotion, animateTransform';
/** Attributes that lead away. */
const leading = ['href', 'xlink:href', 'ping', 'action', 'formaction', 'background', 'srcdoc', 'manifest'];

/** Comes first, so that it holds for all that follows: nothing but styles and pictures that are written in the text itself. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'";

/**
 * A page's markup without what acts or leads away, for a frame that could not let it act anyway. Parsed in a document of no
 * window: nothing of it runs or is fetched meanwhile.
 */
export function inertHtml(text: string): { html: string; scriptCount: number } {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const scriptCount = page.querySelectorAll('script').length;
  for (const element of page.querySelectorAll(removed)) element.remove();
  for (const element of page.querySelectorAll('*')) {
    for (const name of leading) {
      const value = element.getAttribute(name);
      if (value === null) continue;
      if (!isWithin(element, value)) element.removeAttribute(name);
      // By itself it would be a place in our own page, which the frame would load.
      else if (value.startsWith('#') && element.matches('a, area')) {
        element.setAttribute(name, `about:srcdoc${value}`);
      }
    }
  }
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const scheme = '<meta name="color-scheme" content="light">';
  page.head.insertAdjacentHTML('afterbegin', `${head}${scheme}`);
  return { html: `<!doctype html>${page.documentElement.outerHTML}`, scriptCount };
}

/** A place in the page, or a picture that is written in it. */
const isWithin = (element: Element, address: string): boolean =>
  address.startsWith('#') || (address.startsWith('data:image/') && !element.matches('a, area'));
