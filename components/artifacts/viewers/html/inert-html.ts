/**
 * Elements that act, navigate, or fetch before any policy applies, and SVG elements that could set a removed
 * attribute again.
 */
const removed =
  'script, link, meta, base, iframe, frame, frameset, object, embed, applet, portal, template, animate, set, animateMotion, animateTransform';
/** Attributes that navigate or fetch. */
const leading = ['href', 'xlink:href', 'ping', 'action', 'formaction', 'background', 'srcdoc', 'manifest'];

/** Comes first, so that it covers all that follows: allows only styles and images inline in the page. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'";

/**
 * A page's markup without anything that acts or navigates, for a frame that could not let it act anyway.
 * Parsed in a document without a window, where nothing runs or is fetched.
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
      // Resolved against our own page, a bare hash would load that page in the frame.
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

/** Whether an address is a fragment of the page, or an image inlined in it. */
const isWithin = (element: Element, address: string): boolean =>
  address.startsWith('#') || (address.startsWith('data:image/') && !element.matches('a, area'));
