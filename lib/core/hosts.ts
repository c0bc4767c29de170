const loopbackNames = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/** Names of this machine itself: what a browser can only have been given on it. */
export const isLoopback = (name: string): boolean => loopbackNames.includes(name.toLowerCase());

/**
 * Whether a `Host` header names this server: its base URL, or a loopback name with any port.
 * @param baseUrl scheme and host; `null`: there is none
 */
export function isOwnHost(host: string | null, baseUrl: string | null): boolean {
  if (host === null) return false;
  if (baseUrl !== null && host === new URL(baseUrl).host) return true;
  const parsed = URL.parse(`http://${host}`);
  // Compared whole: `user@127.0.0.1` or a path would parse too.
  return (
    parsed !== null && parsed.host === host.toLowerCase().replace(/:80$/, '') && isLoopback(parsed.hostname)
  );
}
