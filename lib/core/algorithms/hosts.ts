const loopbackNames = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/** Whether a host name refers to this machine itself, so a browser using it runs on this machine. */
export const isLoopback = (name: string): boolean => loopbackNames.includes(name.toLowerCase());

/**
 * The other name of this machine, with the same port: to browsers it is another site. `null`: there is none that a
 * content policy can name.
 * @param host of a `Host` header
 */
export function otherLoopbackHost(host: string | null): string | null {
  const [, name, port = ''] = /^(localhost|127\.0\.0\.1)(:\d+)?$/i.exec(host ?? '') ?? [];
  if (name === undefined) return null;
  return (name.startsWith('1') ? 'localhost' : '127.0.0.1') + port;
}

/**
 * Whether a `Host` header names this server: its base URL, or a loopback name with any port.
 * @param baseUrl scheme and host; `null`: not configured
 */
export function isOwnHost(host: string | null, baseUrl: string | null): boolean {
  if (host === null) return false;
  if (baseUrl !== null && host === new URL(baseUrl).host) return true;
  const parsed = URL.parse(`http://${host}`);
  // Compared as a whole: `user@127.0.0.1` or a path would also parse.
  return (
    parsed !== null && parsed.host === host.toLowerCase().replace(/:80$/, '') && isLoopback(parsed.hostname)
  );
}
