import { randomInt } from 'node:crypto';

/** What a browser does without its page: it keeps cookies (by host, whatever the port), and follows where it is led. */
export interface PlainBrowser {
  cookies: Map<string, string>;
  /** Goes nowhere by itself. JSON where there is a body; with the site's own Origin unless another is given. */
  request(
    url: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Follows until it is not led on, or until an address is reached; then that is not asked for. */
  open(url: string, until?: (url: URL) => boolean): Promise<{ url: URL; response: Response | null }>;
}

/** The cookies it has of a site, as a real browser is given them. */
export const cookiesFor = (url: string, { cookies }: PlainBrowser) =>
  [...cookies].map(([name, value]) => ({
    name,
    value,
    domain: new URL(url).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  }));

export function openPlainBrowser(): PlainBrowser {
  const cookies = new Map<string, string>();
  // Each comes from elsewhere, as people do: what one does too often is not counted against another.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const browser: PlainBrowser = {
    cookies,
    async request(url, { method = 'GET', body, headers = {} } = {}) {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: {
          Origin: new URL(url).origin,
          'X-Forwarded-For': address,
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const line of response.headers.getSetCookie()) keep(cookies, line);
      return response;
    },
    async open(from, until = () => false) {
      let url = new URL(from);
      for (let steps = 0; steps < 20; steps += 1) {
        if (until(url)) return { url, response: null };
        const response = await browser.request(url.href);
        const location = response.headers.get('location');
        if (location === null) return { url, response };
        url = new URL(location, url);
      }
      throw new Error(`led round and round, at last to ${url}`);
    },
  };
  return browser;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const at = pair.indexOf('=');
  const isOver = attributes.some(
    (attribute) =>
      /^max-age=0$/i.test(attribute) ||
      (/^expires=/i.test(attribute) && Date.parse(attribute.slice('expires='.length)) < Date.now()),
  );
  if (isOver) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}
