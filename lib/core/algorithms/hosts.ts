const loopbackNames = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/** Whether a host name refers to this machine itself, so a browser using it runs on this machine. */
export const isLoopback = (name: string): boolean => loopbackNames.includes(name.toLowerCase());

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
