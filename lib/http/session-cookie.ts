import type { Config } from '../config.ts';
import { limits } from '../core/limits.ts';

/** `__Host-` binds a cookie to this host and to https. Without https browsers reject cookies of that name. */
const sessionCookieName = ({ baseUrl }: Pick<Config, 'baseUrl'>): string =>
  isSecure(baseUrl) ? '__Host-vt_s' : 'vt_s';

const isSecure = (baseUrl: string | null): boolean => baseUrl?.startsWith('https:') === true;

/** 32 bytes, base64url. */
const token = /^[A-Za-z0-9_-]{43}$/;

/**
 * The session's token; `null`: none, or malformed. Two cookies count as none, since one of them is somebody
 * else's.
 */
export const readSessionToken = (cookies: string | null, config: Pick<Config, 'baseUrl'>): string | null =>
  readCookie(cookies, sessionCookieName(config), token);

export function readCookie(cookies: string | null, name: string, shape: RegExp): string | null {
  const values = (cookies ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  const [value = ''] = values;
  return values.length === 1 && shape.test(value) ? value : null;
}

export const sessionCookie = (value: string, config: Pick<Config, 'baseUrl'>): string =>
  printCookie(sessionCookieName(config), value, limits.sessionSeconds, config);

export const endedSessionCookie = (config: Pick<Config, 'baseUrl'>): string =>
  printCookie(sessionCookieName(config), '', 0, config);

/**
 * Not readable by scripts. `Lax`: links from elsewhere send it (as when sign-in returns), forms from other
 * sites do not.
 */
export const printCookie = (
  name: string,
  value: string,
  maxAgeSeconds: number,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure(baseUrl) ? '; Secure' : ''}`;
