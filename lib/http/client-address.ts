import { BlockList, isIP, isIPv4 } from 'node:net';

export type IsProxy = (address: string) => boolean;

/**
 * Whether an address is one of our own proxies.
 * @param trusted addresses and networks: `10.0.0.7`, `172.16.0.0/12`, `fd00::/8`
 */
export function createProxyTrust(trusted: readonly string[]): IsProxy {
  const list = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * The client address of a request. Each of our proxies appends the address it was reached from, so the list
 * is read from its end as long as our proxies wrote it; anything before that may be forged. `null`: not
 * known.
 * @param socketAddress peer address of the connection
 * @param forwardedFor the `X-Forwarded-For` header
 */
export function clientAddressOf(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  isProxy: IsProxy,
): string | null {
  const hops = (forwardedFor ?? '').split(',').map(plainAddress);
  let address = plainAddress(socketAddress ?? '');
  while (isProxy(address)) {
    const hop = hops.pop();
    if (hop === undefined || isIP(hop) === 0) break;
    address = hop;
  }
  return isIP(address) === 0 ? null : address;
}

/** An IPv4 address that reached an IPv6 socket is written as both: `::ffff:203.0.113.9`. */
export const plainAddress = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');
