import type { RedisOptions } from 'ioredis';

/** What `REDIS_URL` names. */
export type RedisAddress =
  | { kind: 'single'; url: string }
  /** The nodes by which a Redis Cluster is found. */
  | { kind: 'cluster'; urls: string[] }
  | { kind: 'sentinel'; options: SentinelAddress };

/** The Sentinels that are asked for the master, and how to connect to it. */
export type SentinelAddress = Pick<
  RedisOptions,
  'sentinels' | 'name' | 'username' | 'password' | 'db' | 'tls'
>;

const invalidAddress =
  'REDIS_URL is no address of a Redis: write redis://user:password@host:6379, rediss:// for TLS, several of them with commas for a cluster, or redis-sentinel://user:password@host:26379,host:26379/name.';

/** @throws Error with a sentence for the operator; it does not repeat the address, which has a password */
export function parseRedisUrl(text: string): RedisAddress {
  if (/^rediss?-sentinel:/.test(text)) return { kind: 'sentinel', options: parseSentinels(text) };
  const urls = text
    .split(',')
    .map((node) => node.trim())
    .filter((node) => node !== '');
  for (const url of urls) {
    // A path is the socket of a Redis on this machine.
    if (!url.startsWith('/') && !(/^rediss?:\/\//.test(url) && URL.canParse(url)))
      throw new Error(invalidAddress);
  }
  const [url, ...others] = urls;
  if (url === undefined) throw new Error(invalidAddress);
  return others.length > 0 ? { kind: 'cluster', urls } : { kind: 'single', url };
}

/** The form that other clients of Redis use too; a URL has one host, so this is several of them. */
function parseSentinels(text: string): SentinelAddress {
  const parts = /^(rediss?)-sentinel:\/\/(?:([^@/]*)@)?([^/@]+)\/([\w.-]+)(?:\/(\d+))?$/.exec(text.trim());
  if (parts === null) throw new Error(invalidAddress);
  const [, protocol, userInfo = '', hosts = '', name = '', db] = parts;
  const nodes = hosts.split(',').map((host) => `redis://${host.trim()}`);
  const base = `redis://${userInfo}${userInfo === '' ? '' : '@'}redis`;
  if (![base, ...nodes].every((node) => URL.canParse(node))) throw new Error(invalidAddress);
  const { username, password } = new URL(base);
  return {
    name,
    sentinels: nodes.map((node) => {
      const { hostname, port } = new URL(node);
      return { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? 26_379 : Number(port) };
    }),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(db !== undefined && { db: Number(db) }),
    ...(protocol === 'rediss' && { tls: {} }),
  };
}
