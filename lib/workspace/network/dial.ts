import { lookup } from 'node:dns';
import { connect, type LookupFunction, type Socket } from 'node:net';
import type { Refusal } from '#lib/core/vocabulary/network/refusals.ts';
import { isNeverReached, isOwnAddress, isPrivateAddress } from './private-address.ts';

/** Hosts that may be at private addresses, by name; the value is the address, if the operator named one. */
export type PrivateHosts = Readonly<Record<string, string | null>>;

export class DialError extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

const connectMs = 30_000;

/**
 * Connects to a host by name. What the name leads to is looked up for each connection, and the connection is made to
 * the address that was checked: a name that leads elsewhere the next time is checked anew.
 * @throws DialError
 */
export async function dial(
  { host, port, privateHosts }: { host: string; port: number; privateHosts: PrivateHosts },
  resolve: typeof lookup = lookup,
): Promise<Socket> {
  const socket = connect({ host, port, lookup: checkedLookup(host, privateHosts, resolve), noDelay: true });
  const late = setTimeout(() => socket.destroy(new DialError('unreachable')), connectMs);
  try {
    await new Promise<void>((settle, reject) => {
      socket.once('connect', settle);
      socket.once('error', (error: Error & { code?: string }) => {
        if (error instanceof DialError) return reject(error);
        reject(new DialError(error.code === 'ENOTFOUND' ? 'unknown_host' : 'unreachable'));
      });
    });
    return socket;
  } finally {
    clearTimeout(late);
  }
}

function checkedLookup(host: string, privateHosts: PrivateHosts, resolve: typeof lookup): LookupFunction {
  const isPrivate = Object.hasOwn(privateHosts, host);
  const address = privateHosts[host] ?? null;
  return (hostname, options, callback) => {
    resolve(address ?? hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const isRefused = (one: string) =>
        (isPrivate ? isNeverReached(one) : isPrivateAddress(one)) || isOwnAddress(one);
      const found = address === null ? addresses.filter((one) => !isRefused(one.address)) : addresses;
      const [first] = found;
      // One address that is not public is enough: the name is not that of a public server.
      if (first === undefined || found.length < addresses.length) {
        return callback(new DialError('private_address'), []);
      }
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
