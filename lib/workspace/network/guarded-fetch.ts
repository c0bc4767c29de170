import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici';
import { isPrivateAddress } from './private-address.ts';

/** What a server that an operator named may lead this one to. */
export interface FetchRules {
  serverUrl: string;
  /** The operator named the server, in the config file. Its address may be private, and unprotected. */
  isNamed: boolean;
  /** Sent to the server only. */
  headers: Record<string, string>;
  /** Other origins that the operator named. */
  namedOrigins: readonly string[];
  /** Hosts may be private, as in local mode: the one member chose the server, and trusts where it leads. */
  allowsPrivate: boolean;
}

/**
 * `fetch` for a server and for the authorization servers that it names. The latter are addresses that somebody else chose:
 * they are asked over HTTPS, where their name leads to the public internet. The address is checked when the connection is
 * made, so that a name cannot change between check and use.
 */
export function createGuardedFetch({
  serverUrl,
  isNamed,
  headers,
  namedOrigins,
  allowsPrivate,
}: FetchRules): typeof fetch {
  const own = new URL(serverUrl).origin;
  return async (input, wanted) => {
    const url = new URL(input instanceof Request ? input.url : input);
    // A redirect could lead anywhere, with the headers. The SDK follows those that stay where they are.
    const init: RequestInit = { ...wanted, redirect: wanted?.redirect === 'manual' ? 'manual' : 'error' };
    if (url.origin === own && isNamed) return await fetch(input, withHeaders(init, headers));
    if (allowsPrivate || namedOrigins.includes(url.origin)) return await fetch(input, init);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (url.protocol !== 'https:' || (isIP(host) !== 0 && isPrivateAddress(host))) throw refusal(url.origin);
    const answer = await undiciFetch(url, { ...(init as UndiciRequestInit), dispatcher: publicOnly });
    return answer as unknown as Response;
  };
}

const refusal = (where: string): TypeError =>
  new TypeError(`${where} is not asked: it is not a public address over HTTPS`);

/** Looks names of the public internet up, for each connection anew: a name may lead elsewhere by then. */
export const publicLookup =
  (resolve: typeof lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const found = addresses.filter(({ address }) => !isPrivateAddress(address));
      const [first] = found;
      if (first === undefined) return callback(refusal(hostname), []);
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

const publicOnly = new Agent({ connect: { lookup: publicLookup(lookup) } });

function withHeaders(init: RequestInit, headers: Record<string, string>): RequestInit {
  const all = new Headers(headers);
  for (const [name, value] of new Headers(init.headers)) all.set(name, value);
  return { ...init, headers: all };
}
