import type { RedisOptions } from 'ioredis';

/** What `REDIS_URL` names. */
export type RedisAddress =
  | { kind: 'single'; url: string }
  /** The nodes by which a Redis Cluster is found. */
  | { kind: 'cluster'; urls: string[] }
  | { kind: 'sentinel'; options: SentinelAddress };

export interface SentinelNode {
  host: string;
  port: number;
}

/** The Sentinels that are asked for the master, and how to connect to them and to it. */
export interface SentinelAddress
  extends Pick<
    RedisOptions,
    'username' | 'password' | 'db' | 'tls' | 'sentinelUsername' | 'sentinelPassword' | 'sentinelTLS'
  > {
  sentinels: SentinelNode[];
  /** Of the master, as the Sentinels know it. */
  name: string;
}

const invalidAddress =
  'REDIS_URL is no address of a Redis: write redis://user:password@host:6379, rediss:// for TLS, several of them with commas for a cluster, or redis-sentinel://user:password@host:26379,host:26379/name.';

/** @throws Error with a sentence for the operator; it does not repeat the address, which has a password */
export function parseRedisUrl(text: string): RedisAddress {
  try {
    return /^rediss?-sentinel:/.test(text) ? parseSentinels(text.trim()) : parseNodes(text);
  } catch {
    throw new Error(invalidAddress);
  }
}

function parseNodes(text: string): RedisAddress {
  const urls = text
    .split(',')
    .map((node) => node.trim())
    .filter((node) => node !== '');
  const [url = '', ...others] = urls;
  // The socket of a Redis on this machine.
  if (url.startsWith('/') && others.length === 0) return { kind: 'single', url };
  for (const each of urls) {
    const { hostname, username, password } = new URL(each);
    if (!/^rediss?:\/\//.test(each) || hostname === '') throw new RangeError('another form');
    // It throws at what is no encoding.
    decodeURIComponent(`${username}${password}`);
  }
  if (url === '') throw new RangeError('no node');
  return others.length > 0 ? { kind: 'cluster', urls } : { kind: 'single', url };
}

/** The form that other clients of Redis use too; a URL has one host, so this is several of them. */
function parseSentinels(text: string): RedisAddress {
  const parts = /^(rediss?)-sentinel:\/\/(?:([^@/]*)@)?([^/@]+)\/([\w.-]+)(?:\/(\d+))?(?:\?(.+))?$/.exec(
    text,
  );
  if (parts === null) throw new RangeError('another form');
  const [, protocol, userInfo = '', hosts = '', name = '', db, query] = parts;
  const { username, password } = new URL(`redis://${userInfo}${userInfo === '' ? '' : '@'}redis`);
  const ofSentinels = new URLSearchParams(query);
  const sentinelUsername = ofSentinels.get('sentinelUsername');
  const sentinelPassword = ofSentinels.get('sentinelPassword');
  const options: SentinelAddress = {
    name,
    sentinels: hosts.split(',').map(parseSentinel),
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
    ...(db !== undefined && { db: Number(db) }),
    ...(protocol === 'rediss' && { tls: {}, sentinelTLS: {} }),
  };
  return { kind: 'sentinel', options };
}

function parseSentinel(text: string): SentinelNode {
  const { hostname, port } = new URL(`redis://${text.trim()}`);
  return { host: hostname.replaceAll(/[[\]]/g, ''), port: port === '' ? 26_379 : Number(port) };
}
