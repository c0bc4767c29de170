import { isIPv4, isIPv6 } from 'node:net';

/** The network of an address: enough to tell home from the office without showing a person's full address. */
export function networkOf(address: string | null): string | null {
  if (address === null) return null;
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  const [head = ''] = address.split('::', 1);
  const groups = head.split(':').filter((group) => group !== '');
  return `${groups.slice(0, 3).join(':')}::/48`;
}

/**
 * The key by which requests and connections are counted per address. For IPv6 it is the first 64 bits, since
 * whoever has one address of such a network has all of them.
 */
export function countedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1).join('').split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const start = groups(head);
  const missing = tail === undefined ? 0 : Math.max(0, 8 - start.length - groups(tail).length);
  const all = [...start, ...Array<string>(missing).fill('0'), ...groups(tail ?? '')];
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
