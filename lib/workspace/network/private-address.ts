import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Networks that are not of the public internet (IANA special-purpose registries). */
const networks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4', '::/127', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23'],
  ...['2001:db8::/32', '168.63.129.16/32', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

/** This machine, its link (which has the metadata services of clouds), and everybody. */
const neverReached = [
  ...['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/127', 'fe80::/10', 'ff00::/8', 'fd00:ec2::254/128', '64:ff9b::/96'],
  ...['100.100.100.200/32', '192.0.0.192/32', '168.63.129.16/32'],
];

function checkOf(subnets: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of subnets) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return (address) => {
    const family = isIP(address);
    // `::ffff:10.0.0.1` is checked as IPv4 by Node itself.
    return family === 0 || list.check(address, family === 4 ? 'ipv4' : 'ipv6');
  };
}

/** Whether an IP address is of this machine or a private network. What is no address counts as one. */
export const isPrivateAddress = checkOf(networks);

/** Whether an IP address is of this machine itself, of its link, or of no single machine. */
export const isNeverReached = checkOf(neverReached);

/**
 * Whether an IP address is of this machine, or of its own network (IPv6): public ones may be shielded from everybody but
 * this machine.
 */
export function isOwnAddress(address: string): boolean {
  const interfaces = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const own = interfaces.map(({ family, address: of, cidr }) =>
    family === 'IPv6' ? (cidr ?? `${of}/128`) : `${of}/32`,
  );
  return checkOf(own)(address);
}
